"""A fuzzer for a table's WebSocket: whatever arrives is refused, and nothing changes.

    python tests/server/fuzz_socket.py [--messages 100000] [--seed 1]

Random bytes, truncated, oversized, wrongly typed, replayed and foreign-seat messages, over
real sockets on loopback. Every text gets a typed refusal or ends the socket; the table's log
stays as it was, and the server lives.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

sys.path.insert(0, str(Path(__file__).parents[1]))
import server_kit as kit

ACTIONS = (
    {"verb": "pass"}, {"verb": "bid", "what": 1}, {"verb": "bid", "what": True}, {"verb": "x"},
)  # fmt: skip
KINDS = (
    "move", "undo", "askundo", "askpause", "askreplace", "answer", "resume", "proxy", "phrase",
)  # fmt: skip
VALUES = (
    None,
    True,
    -1,
    0,
    2**63,
    1e308,
    "",
    "x" * 70,
    "\u0000",
    [],
    {},
    [[[]]],
    {"a": 1},
)
AT_ONCE = 200  # messages sent before answers are awaited


def batches(dice, count):
    """Yield batches of message makers: for somebody without a seat, and for the player."""
    anyone = (garbage, truncated, oversized, mistyped, foreign, unknown, stale)
    players = (
        garbage,
        truncated,
        oversized,
        unknown,
        stale,
    )  # nothing that is a valid message
    while count > 0:
        own = dice.random() < 0.3
        size = min(count, AT_ONCE)
        yield own, [dice.choice(players if own else anyone) for _ in range(size)]
        count -= size


def garbage(dice, replayed):
    """Random bytes or characters."""
    if dice.random() < 0.5:
        return dice.randbytes(dice.randrange(200))
    return "".join(chr(dice.randrange(32, 0xD7FF)) for _ in range(dice.randrange(100)))


def truncated(dice, replayed):
    """The beginning of a good message."""
    text = _json(foreign_fields(dice, "move"))
    return text[: dice.randrange(len(text))]


def oversized(dice, replayed):
    """A message far above the size limit."""
    return _json(
        {"type": "say", "id": "big", "text": "x" * dice.randrange(5000, 30000)}
    )


def mistyped(dice, replayed):
    """A message with one field of another type."""
    fields = foreign_fields(dice, dice.choice(KINDS))
    fields[dice.choice(list(fields))] = dice.choice(VALUES)
    if fields.get("type") == "phrase" or "type" not in fields:
        fields["extra"] = 1
    return _json(fields)


def foreign(dice, replayed):
    """A good message from somebody who has no seat."""
    return _json(foreign_fields(dice, dice.choice(KINDS)))


def unknown(dice, replayed):
    """A kind of message that does not exist."""
    return _json({"type": dice.choice(("deal", "welcome", "", 7)), "id": "u"})


def stale(dice, replayed):
    """A message that was sent and answered before."""
    return dice.choice(replayed)


def foreign_fields(dice, kind):
    """Return the fields of a good message."""
    more = {
        "move": {
            "action": dice.choice(ACTIONS),
            "asked": dice.randrange(9),
        },
        "askundo": {"to": 0},
        "askreplace": {"seat": 0},
        "answer": {"ask": dice.randrange(9), "yes": True},
        "proxy": {"limit": 3},
        "phrase": {"key": "want", "args": {"card": "tea"}},
    }
    return {"type": kind, "id": f"f{dice.randrange(10**9)}", **more.get(kind, {})}


def _json(fields):
    return msgspec.json.encode(fields, enc_hook=str).decode()


async def fuzz(server, count, seed):
    """Send messages; return how they were answered."""
    dice, answers = random.Random(seed), Counter()
    ada, eve = kit.Person(server, "Ada"), kit.Person(server, "Eve")
    table = ada.make("batavia", seats=4, bots=[None, "house", "house", "house"])
    replayed = [await _asked(ada, table)]
    before = ada.http.get(f"/api/tables/{table}/log").json()
    async with ada.at(table):  # leaving the table would be a line in its log
        for own, makers in batches(dice, count):
            texts = [maker(dice, replayed) for maker in makers]
            answers += await _send(ada if own else eve, table, texts)
    after = ada.http.get(f"/api/tables/{table}/log").json()
    assert before == after, "the table has changed"
    assert kit.answers(server), "the server is gone"
    return answers


async def _asked(ada, table):
    """Make one real move, whose request may be replayed."""
    async with ada.at(table) as place:
        await place.until(lambda state: state["own"]["legal"])
        own = place.state["own"]
        fields = {"action": own["legal"][0], "asked": own["asked"], "id": "real"}
        await place.ask("move", **fields)
        await place.until(lambda state: state["own"]["legal"])
        return _json({"type": "move", **fields})


async def _send(person, table, texts):
    """Send a batch on one socket and receive an answer to each, or the end of the socket."""
    answers, place = Counter(), person.at(table)
    headers = {"Authorization": f"Bearer {person.token}"}
    socket = await connect(
        place.url, additional_headers=headers, compression=None, max_queue=None,
        open_timeout=kit.PATIENCE, ping_interval=None,
    )  # fmt: skip
    try:
        await socket.recv()
        for text in texts:
            await socket.send(text)
        for _ in texts:
            async with asyncio.timeout(kit.PATIENCE):
                said = msgspec.json.decode(await socket.recv())
            assert said["type"] in ("refused", "bye", "done"), said
            assert said["type"] != "done" or said["id"] == "real", said
            answers[said.get("key") or "replayed"] += 1
    except ConnectionClosed:
        answers["closed"] += 1
    finally:
        await socket.close()
    return answers


def main():
    """Run the fuzzer against a server of its own."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    folder = tempfile.TemporaryDirectory()
    with folder, kit.serve(Path(folder.name) / "fuzz.sqlite3", *kit.GENEROUS) as server:
        answers = asyncio.run(fuzz(server, asked.messages, asked.seed))
    for key, count in answers.most_common():
        print(f"{count:>8}  {key}")
    print(f"{sum(answers.values()):>8}  in all; the table has not changed")


if __name__ == "__main__":
    main()
