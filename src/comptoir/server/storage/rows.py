"""Database rows that all layers of the server use."""

import msgspec


class PlayerRow(msgspec.Struct, frozen=True):
    """A player, with or without an account."""

    id: str
    name: str
    language: str
    login: str | None = None
    password: str | None = None  # the hash of the password
    email: str | None = None
    emblem: str = ""  # chosen by the player; empty: the default for the name
    role: str = ""  # moderator, or empty
    banned: int = 0  # when a ban ends, or has ended; 0: there was none
