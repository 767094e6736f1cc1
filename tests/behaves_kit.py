"""One instance of every public class with state, and a way to continue each one."""

from functools import cache, singledispatch
from hashlib import sha256

import msgspec
import numpy as np
import pyspiel

import comptoir
from comptoir import arena, design, lab
from comptoir.engine.model.game import Game
from comptoir.engine.model.score import Score, sure
from comptoir.engine.play.position import Position
from comptoir.engine.runs.log import Log
from comptoir.envs import gymnasium as single
from comptoir.envs import openspiel, pettingzoo, vector

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


def other_refusals():
    told = ("BadRecord", "BadSetup", "ComptoirError", "UnknownAction", "UnknownSeat")
    broken = comptoir.BrokenGame("chess", "chess_package", "a pawn is gone")
    return [broken, *(getattr(comptoir, name)("so it is") for name in told)]


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


@cache  # its output contains times, so it runs once
def report():
    return comptoir.arena(GAME, "random,house", 1, seats=2, seed=1)


@cache  # as above
def parts_of_an_arena():
    contest = arena.Contest.of(GAME, "random", seats=2, seed=1)
    slots = contest.slots(2)
    return [contest, *slots, *arena.meeting.SameProcess({}).play(contest, slots[:1])]


@cache
def parts_of_a_study():
    asked = {"game": GAME, "seats": 2, "games": 64, "chunk": 64, "questions": ["seats"]}
    wanted = {"ranges": {"tokens": [8, 9]}, "targets": {"minutes": 30}}
    study, heard = lab.Study(asked), []
    results = lab.run(study, heard=heard.append)
    search = lab.VariantSearch(lab.Study(asked | {"search": wanted}))
    return [study, results, lab.report(results), search, heard[0], lab.ThisMachine()]


def parts_of_a_game():
    return [
        design.field("i1", range(4), seen_by=design.OWNER),
        design.option(3, least=1, most=4),
        design.Verb("bid"),
        game().actions,
        [*game().actions],
        comptoir.layout(GAME),
        Score.of([sure("points", 1)]),
        sure("points", 1),
        refusal().refusal,
        next(iter(game().events.values())),
    ]


def state_of_openspiel():
    loaded = pyspiel.load_game(openspiel.PREFIX + GAME, {"players": SEATS, "seed": 3})
    state = loaded.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    return state


def game_of_openspiel():
    return state_of_openspiel().get_game()


def observer():
    seen = openspiel.Observer(game())
    seen.set_from(state_of_openspiel(), 1)
    return seen


def parallel_agents():
    env = pettingzoo.parallel_env(GAME, seats=SEATS, bots="house")
    env.reset(seed=3)
    return env


MADE = (
    match, record, batch, plain_batch, compiled_table, table_of_any_bots, vectors, agents,
    parallel_agents, results, refusal, refusal_of_a_batch, other_refusals, position,
    imagined, seat, players, game, told, log, report, parts_of_an_arena, parts_of_a_study,
    parts_of_a_game, state_of_openspiel, game_of_openspiel, observer,
)  # fmt: skip


@singledispatch
def go_on(thing):
    """Play the first legal action for some steps, and return everything observable."""
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
    """Return a bot's choice of move, or the text of anything else."""
    return [
        str(thing(seat())) if callable(thing) else [*map(str, thing)]
        if isinstance(thing, tuple | list) else go_on(thing)
        if go_on.dispatch(type(thing)) is not go_on.dispatch(object)
        else str(thing)
        for thing in things
    ]  # fmt: skip


@go_on.register
def _(thing: design.Actions):
    return [*map(str, thing)]


@go_on.register
def _(thing: lab.Study):
    return thing.fingerprint


@go_on.register
def _(thing: lab.StudyResults):
    return str(lab.report(thing))


@go_on.register
def _(thing: lab.VariantSearch):
    return thing.size, go_on(thing.study)


@go_on.register
def _(thing: lab.ThisMachine):
    return sorted(vars(thing))


@go_on.register
def _(thing: openspiel.GameState):
    for _ in range(STEPS):
        thing.apply_action(thing.legal_actions()[0])
    return thing.history(), str(thing), thing.observation_string(1)


@go_on.register
def _(thing: openspiel.TableGame):
    return str(thing), thing.seed, go_on(thing.new_initial_state())


@go_on.register
def _(thing: openspiel.Observer):
    return digest(thing.tensor), thing.dict["observation"] is thing.tensor


@go_on.register
def _(thing: comptoir.IllegalMove):
    return str(thing), thing.token, thing.legal


def digest(array):
    return sha256(array.tobytes()).hexdigest()


def tell(pipe, things):
    """Continue objects in another process, and send the observations through a pipe."""
    pipe.send([go_on(thing) for thing in things])
    pipe.close()
