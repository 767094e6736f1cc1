"""Tables as the browser keeps them: one text per table, written after every event."""

from typing import Any, Protocol

import msgspec

from comptoir.server.domain.protocol.bodies import SeatSummary, TableSummary
from comptoir.server.domain.settings import TableSettings
from comptoir.server.domain.state.events import read_row
from comptoir.server.domain.state.table import OnlineTable

Row = tuple[int, int, str, str | None, str]  # as in the server's database

STORED, CONFLICT = (
    "stored",
    "conflict",
)  # outcomes of `put`; any other names what failed


class KeptTable(msgspec.Struct, frozen=True):
    """A table as text: what never changes, and its event log."""

    id: str
    settings: TableSettings
    seed: str
    host: str
    rules: int
    created: int
    rows: list[Row]

    @classmethod
    def of(cls, table: OnlineTable, created: int, rows: list[Row]) -> "KeptTable":
        """Return a table with its event log."""
        about = (table.id, table.settings, table.seed, table.host, table.rules)
        return cls(*about, created, rows)

    @classmethod
    def read(cls, text: str) -> "KeptTable":
        """Return the table of a text that `text` wrote."""
        return msgspec.json.decode(text, type=cls)

    def text(self) -> str:
        """Return the table as text."""
        return msgspec.json.encode(self).decode()

    def table(self) -> OnlineTable:
        """Return the table after its events."""
        table = OnlineTable(self.id, self.settings, self.seed, self.host, self.rules)
        table.at = self.created
        for row in self.rows:
            table.apply(read_row(row))
        return table


class TableShelf(Protocol):
    """The browser's storage, written in JavaScript: `web/src/local/shelf.ts`."""

    async def put(
        self, name: str, before: int, number: int, text: str, summary: str
    ) -> str:
        """Store a table; return `CONFLICT` if the stored one has not `before` events."""

    async def get(self, name: str) -> str:
        """Return a stored table; an empty text if there is none."""

    async def summaries(self) -> list[str]:
        """Return the summaries of all stored tables."""

    async def remove(self, name: str) -> None:
        """Delete a table and its reviews."""

    async def put_review(self, key: str, text: str) -> None:
        """Store a review, if the browser stores anything; its key begins with the table's."""

    async def get_review(self, key: str) -> str:
        """Return a stored review; an empty text if there is none."""


def summary(table: OnlineTable) -> TableSummary:
    """Return a table as an entry of a list."""
    plain: dict[str, Any] = {
        name: value
        for name, value in table.settings.options.items()
        if isinstance(value, (bool, int))
    }
    people = {seat for seat, place in enumerate(table.places) if place.player}
    asked = [seat for seat in table.actors if seat in people]
    return TableSummary(
        id=table.id,
        game=table.game.name,
        settings=msgspec.structs.replace(table.settings, options=plain),
        state=table.state,  # type: ignore[arg-type]
        changed=table.at,
        seats=[
            SeatSummary(place.name, place.bot, place.player == table.host, place.emblem)
            for place in table.places
        ],
        asked=table.actors,
        your_turn=bool(asked),
    )
