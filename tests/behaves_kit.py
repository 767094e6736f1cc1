"""One of everything public that has a state, and how each goes on from there."""

from functools import cache, singledispatch
from hashlib import sha256

import msgspec
import numpy as np

import comptoir
from comptoir import design
from comptoir.engine.model.game import Game
from comptoir.engine.play.position import Position
from comptoir.engine.runs.log import Log
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


def refusal_of_a_setup():
    try:
        comptoir.Match("chess")
    except comptoir.BadSetup as error:
        return error


def position():
    return match().position


def imagined():
    return match().imagine(1, comptoir.bots.new_dice("behaves"))


def seat():
    return comptoir.bots.Seat.at(match(), 0, comptoir.bots.new_dice("behaves"))


def players():
    names = ("random", "house", "novice", "policy", "search:20")
    return [comptoir.bots.find(name) for name in names]


def game():
    return comptoir.games()[GAME]


def told():
    what = {"legal": True, "observations": True, "sources": True}
    return next(comptoir.decisions(GAME, 2, seats=SEATS, seed=1, **what))


def log():
    return batch().rollout(tell=True, legal=True)


@cache  # it tells seconds too
def report():
    return comptoir.arena(GAME, "random,house", 1, seats=2, seed=1)


def parts_of_a_game():
    return [
        design.field("i1", range(4), seen_by=design.OWNER),
        design.option(3, least=1, most=4),
        design.Verb("bid"),
        [*game().actions],
        comptoir.layout(GAME),
    ]


def parallel_agents():
    env = pettingzoo.parallel_env(GAME, seats=SEATS, bots="house")
    env.reset(seed=3)
    return env


MADE = (
    match, record, batch, plain_batch, compiled_table, table_of_any_bots, vectors, agents,
    parallel_agents, results, refusal, refusal_of_a_batch, refusal_of_a_setup, position,
    imagined, seat, players, game, told, log, report, parts_of_a_game,
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
def _(thing: pettingzoo.ParallelTable):
    seen = {agent: thing._env.observe(agent) for agent in thing.agents}
    for _ in range(STEPS):
        masks = {agent: sight["action_mask"] for agent, sight in seen.items()}
        seen, *_ = thing.step({agent: mask.argmax() for agent, mask in masks.items()})
    return {agent: digest(sight["observation"]) for agent, sight in seen.items()}


@go_on.register
def _(thing: Position):
    for _ in range(STEPS):
        thing.play(thing.actors[0], thing.legal_numbers(thing.actors[0])[0])
    return thing.view(None)


@go_on.register
def _(thing: comptoir.bots.Seat):
    return thing.number, [str(action) for action in thing.legal], thing.view


@go_on.register
def _(thing: Game):
    return go_on(comptoir.Match(thing, SEATS, seed=1))


@go_on.register
def _(thing: comptoir.Decisions):
    return {name: digest(np.asarray(c)) for name, c in thing.columns.items()}


@go_on.register
def _(thing: Log):
    return digest(thing.action), digest(thing.legal), len(thing)


@go_on.register
def _(things: list):
    """Bots choose a move, parts of a game tell themselves."""
    return [
        str(thing(seat())) if callable(thing) else [*map(str, thing)]
        if isinstance(thing, tuple | list) else str(thing)
        for thing in things
    ]  # fmt: skip


@go_on.register
def _(thing: comptoir.IllegalMove):
    return str(thing), thing.token, thing.legal


def digest(array):
    return sha256(array.tobytes()).hexdigest()


def tell(pipe, things):
    """Go on with things in another process, and send what was seen."""
    pipe.send([go_on(thing) for thing in things])
    pipe.close()
