"""One of everything public that has a state, and how each goes on from there."""

from functools import singledispatch
from hashlib import sha256

import msgspec

import comptoir
from comptoir.envs import gymnasium as single
from comptoir.envs import pettingzoo, vector

GAME, SEATS, STEPS = "osaka", 3, 20


def match():
    made = comptoir.Match(GAME, SEATS, seed=1, players=["A", "B", "C"])
    go_on(made)
    return made


def record():
    return match().record()


def batch(**how):
    made = comptoir.Batch(GAME, SEATS, 256, seed=1, bots="house", **how)
    made.step(made.mask.argmax(axis=1))
    return made


def plain_batch():
    made = comptoir.Batch(GAME, SEATS, 3, seed=1, plain=True, dtype="int8")
    made.step(made.mask.argmax(axis=1))
    return made


def compiled_table():
    env = single.TableEnv(GAME, SEATS, bots="house")
    env.reset(seed=3)
    return env


def table_of_any_bots():
    env = single.TableEnv(GAME, SEATS, bots="novice")
    env.reset(seed=3)
    return env


def vectors():
    envs = vector.BatchEnv(GAME, 64, SEATS, bots="random")
    envs.reset(seed=3)
    return envs


def agents():
    env = pettingzoo.raw_env(GAME, seats=SEATS, bots="house")
    env.reset(seed=3)
    return env


def results():
    return msgspec.structs.replace(comptoir.simulate(GAME, SEATS, 3, seed=1), seconds=1)


def refusal():
    try:
        match().play(0, 0)
    except comptoir.IllegalMove as error:
        return error


def refusal_of_a_batch():
    made = batch()
    try:
        made.step(made.mask.argmin(axis=1))
    except comptoir.IllegalAction as error:
        return error


MADE = (
    match, record, batch, plain_batch, compiled_table, table_of_any_bots, vectors, agents,
    results, refusal, refusal_of_a_batch,
)  # fmt: skip


@singledispatch
def go_on(thing):
    """Play on for some steps by what is legal first, and return all that can be seen."""
    if not hasattr(thing, "agent_selection"):
        return (
            str(thing) if isinstance(thing, Exception) else msgspec.json.encode(thing)
        )
    for _ in range(STEPS):
        seen = thing.observe(thing.agent_selection)
        thing.step(int(seen["action_mask"].argmax()))
    return digest(thing.observe(thing.agent_selection)["observation"])


@go_on.register
def _(thing: comptoir.Match):
    for _ in range(STEPS):
        seat = thing.actors[0]
        thing.play(seat, thing.legal(seat)[0])
    return thing.record().check


@go_on.register
def _(thing: comptoir.Batch):
    for _ in range(STEPS):
        thing.step(thing.mask.argmax(axis=1))
    return {name: digest(array) for name, array in thing.state().items()}


@go_on.register
def _(thing: single.TableEnv):
    seen = []
    for _ in range(STEPS):
        sight, reward, over, _, _ = thing.step(thing.action_masks().argmax())
        seen.append((digest(sight), reward, over))
        if over:
            thing.reset()
    return seen


@go_on.register
def _(thing: vector.BatchEnv):
    return go_on(thing.batch)


@go_on.register
def _(thing: comptoir.IllegalMove):
    return str(thing), thing.token, thing.legal


def digest(array):
    return sha256(array.tobytes()).hexdigest()


def tell(pipe, things):
    """Go on with things in another process, and send what was seen."""
    pipe.send([go_on(thing) for thing in things])
    pipe.close()
