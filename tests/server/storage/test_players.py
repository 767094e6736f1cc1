"""Secrets that work once, however many try them at the same time."""

import asyncio

from comptoir.cli.serving.hosting import open_database
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.storage.players import _NOBODY, Players
from comptoir.server.storage.players import _hasher as shipped
from comptoir.server.storage.rows import PlayerRow
from comptoir.server.storage.store import Store


def test_a_name_that_nobody_has_takes_as_long_as_any_other():
    """For an unknown name, the password is checked against a dummy hash of the same cost."""
    assert not shipped.check_needs_rehash(_NOBODY)


def test_a_password_costs_64_mib_to_try():
    """As RFC 9106 asks of those who have little memory; other tests hash for less."""
    assert (3, 65536, 4) == (
        shipped.time_cost,
        shipped.memory_cost,
        shipped.parallelism,
    )
    assert "id" == shipped.type.name.lower()


def test_a_recovery_secret_lets_one_of_twelve_in(where):
    """On one process, and with PostgreSQL on two at the same time."""

    async def run():
        places = [open_database(where)]
        places += [open_database(where)] if places[0].shared else []
        for place in places:
            await place.open(lambda _: None)
        players = [Players(Store(place)) for place in places]
        ada, _ = await players[0].create("Ada", "en", 1)
        secret = await players[0].new_recovery(ada, 1)
        tries = [players[n % len(players)].recover(secret, 2) for n in range(12)]
        done = await asyncio.gather(*tries, return_exceptions=True)
        for place in places:
            await place.close()
        return done

    done = asyncio.run(run())
    refused = [one for one in done if isinstance(one, RequestRefused)]
    assert ["wrong_recovery"] * 11 == [one.refusal.key for one in refused]
    assert [PlayerRow] == [type(one[0]) for one in done if isinstance(one, tuple)]
