"""Rows of the database that all layers of the server know."""

import msgspec


class PlayerRow(msgspec.Struct, frozen=True):
    """Somebody known by a token."""

    id: str
    name: str
    language: str
    login: str | None = None
    password: str | None = None  # hashed
    email: str | None = None
    emblem: str = ""  # as chosen; empty: as the name has it
