"""The no-leak law on the wire: what is hidden from a reader never changes the bytes sent.

Every channel is tested: state, lines, refusals, reasons, the log, the text, undo. What a
seat cannot know is sampled anew (`imagine`), and the server's bytes must stay the same.
"""

import asyncio
import copy
import random
from contextlib import AsyncExitStack
from itertools import islice

import msgspec
import pytest

import server_kit as kit
from comptoir.bots import new_dice
from comptoir.server.domain.acting import commands, seating
from comptoir.server.domain.acting.seating import Sender
from comptoir.server.domain.reading import export, projections
from comptoir.server.domain.refusals import WORDS, RequestRefused
from comptoir.server.domain.settings import TableSettings
from comptoir.server.domain.state.events import Moved, Undone
from comptoir.server.domain.state.table import OnlineTable

POSITIONS = 12
TRIES = 6  # refusals requested at a position


def sender(seat):
    return Sender(f"p{seat}", f"P{seat}")


def new_table(game, seats, seed):
    table = OnlineTable("t", TableSettings(game=game.name, seats=seats), seed, "p0")
    for seat in range(seats):
        table.add(seating.sit(table, sender(seat), seat), 0, f"p{seat}")
    return table


def positions(game, seats, seed):
    """Yield tables from one random game, with some undos."""
    dice, table, moves = random.Random(seed), new_table(game, seats, seed), 0
    while table.actors:
        seat = dice.choice(table.actors)
        action = dice.choice(table.match.legal(seat))
        table.add([Moved(seat, str(action))], moves, f"p{seat}")
        if table.match.can_undo(seat) and dice.random() < 0.2:
            table.add([Undone(seat)], moves, f"p{seat}")
        moves += 1
        if table.actors and dice.random() < 0.1:
            yield table, dice


def otherwise(table, viewer, dice):
    """Return the same table, with everything resampled that a seat cannot know."""
    other = copy.copy(table)
    other.match = table.match.copy()
    other.match.position = table.match.imagine(viewer, new_dice(str(dice.random())))
    other.match._undo_snapshots = []
    other._legal = {}  # computed again
    other.log = list(table.log)
    other.asked, other.proxies = list(table.asked), dict(table.proxies)
    return other


def told(table, reader, tries):
    """Return all bytes that a reader gets: state, log, text, refusals and reasons."""
    state = projections.state(table, reader)
    state = msgspec.structs.replace(
        state, own=msgspec.structs.replace(state.own, can_undo=False)
    )
    story = export.story(table, reader, "fr")
    said = [state, projections.remembered(table, reader), story, export.write(story)]
    if reader is not None:
        words = table.game.words("en", WORDS, names=table.names())
        for action in tries:
            refusal = table.match.explain(reader, action)
            said.append(words.refusal(refusal) if refusal else None)
            said.append(attempt(table, reader, action, words))
    return msgspec.json.encode(said)


def attempt(table, reader, action, words):
    """Return the answer to a refused move; an allowed move is not made."""
    if action in table.match.legal(reader):
        return None
    try:
        commands.move(table, sender(reader), action.ref, 0)
    except RequestRefused as refused:
        return words.refusal(refused.refusal)
    raise AssertionError(action)


def test_bytes_do_not_change_with_what_is_hidden(game, seats):
    checked = 0
    for number in range(20):
        for table, dice in positions(game, seats, f"leak{number}"):
            tries = [dice.choice(list(game.actions)) for _ in range(TRIES)]
            for viewer in range(seats):
                other = otherwise(table, viewer, dice)
                for reader in (viewer, None):
                    assert told(table, reader, tries) == told(other, reader, tries)
            checked += 1
            if checked >= POSITIONS:
                return
    assert checked


def test_moves_that_look_alike_are_told_alike(game, seats):
    """If others see the same events, they get the same bytes: `hide tea` stays secret."""
    alike = 0
    for number in range(2):
        for table, dice in positions(game, seats, f"alike{number}"):
            mover = dice.choice(table.actors)
            viewer = dice.choice([s for s in range(seats) if s != mover])
            real = otherwise(table, viewer, dice)
            real.match.position = table.match.position.copy()
            other = otherwise(table, viewer, dice)
            action = dice.choice(real.match.legal(mover))
            like = [a for a in other.match.legal(mover) if a.verb == action.verb]
            if not like:
                continue
            used = real.match.position.chance_used
            for each, chosen in ((real, action), (other, dice.choice(like))):
                each.add([Moved(mover, str(chosen))], table.at, f"p{mover}")
            if used != real.match.position.chance_used:
                continue  # chance decides, and the imagined table has chance of its own
            for reader in (viewer, None):
                lines = [
                    projections.lines(t, reader, table.public) for t in (real, other)
                ]
                if lines[0][0].events == lines[1][0].events:
                    assert msgspec.json.encode(lines[0]) == msgspec.json.encode(
                        lines[1]
                    )
                    if real.match.view(reader) == other.match.view(reader):
                        assert told(real, reader, []) == told(other, reader, [])
                    alike += 1
    assert alike


def test_what_is_hidden_is_not_in_the_bytes_of_others_over_the_wire(server):
    """A check on real sockets: a card hidden in Négoces is not named to the others."""
    people = [kit.Person(server, name) for name in ("Ada", "Bo", "Cy", "Di")]
    table = people[0].make("negoces")
    for seat in (1, 2, 3):
        people[seat].sit(table, seat)

    async def run():
        async with AsyncExitStack() as stack:
            places = [await stack.enter_async_context(p.at(table)) for p in people]
            for _ in range(60):
                mover = next(p for p in places if p.state["own"]["legal"])
                hides = [a for a in mover.state["own"]["legal"] if a["verb"] == "hide"]
                done = await mover.move(hides[0] if hides else None)
                for place in places:
                    while place.number < done["number"]:
                        await place.hear()
                if hides:
                    return mover, places, hides[0]
        raise AssertionError("nobody could hide a card")

    mover, places, hidden = asyncio.run(run())
    action = msgspec.json.encode(hidden).decode()
    for place in places:
        assert (place is mover) == (action in place.raw[-1] + place.raw[-2])


@pytest.mark.parametrize("channel", ["lines", "log", "state"])
def test_every_channel_is_worth_the_test(channel, game):
    """The test can fail: a reader from whom nothing is hidden gets different bytes."""
    played = positions(game, game.check_seats(None), "worth")
    table, _ = next(islice(played, 6, None))
    tell = {
        "lines": lambda seat: projections.lines(table, seat, 0),
        "log": lambda seat: projections.remembered(table, seat),
        "state": lambda seat: projections.state(table, seat).view,
    }[channel]

    assert len({msgspec.json.encode(tell(seat)) for seat in range(table.seats)}) > 1
