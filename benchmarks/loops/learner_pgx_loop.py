"""Pgx: one learner among random players, and recorded games; one table and a batch."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pgx
from clock import tell

GAMES = ("sparrow_mahjong", "leduc_holdem", "backgammon")
SIZE, STEPS = 1024, 50


def one_seat(name: str):
    """Step one table from Python, with random others; return the learner's steps."""
    env = pgx.make(name)
    init, step = jax.jit(env.init), jax.jit(env.step)
    rng, key = np.random.default_rng(1), jax.random.key(1)

    def play() -> int:
        nonlocal key
        key, deal = jax.random.split(key)
        state, steps = init(deal), 0
        while not bool(state.terminated | state.truncated):
            legal = np.flatnonzero(np.asarray(state.legal_action_mask))
            learner = int(state.current_player) == 0
            action = legal[0] if learner else legal[rng.integers(len(legal))]
            steps += learner
            key, chance = jax.random.split(key)
            state = step(state, jnp.int32(action), chance)
        return steps

    return play


def told(name: str):
    """Play a batch at random and record every decision, all in compiled code."""
    env = pgx.make(name)
    init, step = jax.vmap(env.init), jax.vmap(env.step)

    def move(carry, _):
        state, key = carry
        key, choosing, chance, dealing = jax.random.split(key, 4)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        action = jax.random.categorical(choosing, logits, axis=-1)
        row = state.current_player, action, state.legal_action_mask.sum(axis=-1)
        state = step(state, action, jax.random.split(chance, SIZE))
        over = state.terminated | state.truncated
        fresh = init(jax.random.split(dealing, SIZE))

        def pick(old, new):
            return jnp.where(over.reshape((-1,) + (1,) * (old.ndim - 1)), new, old)

        return (jax.tree.map(pick, state, fresh), key), row

    run = jax.jit(lambda carry: jax.lax.scan(move, carry, None, STEPS))
    held = [(init(jax.random.split(jax.random.key(1), SIZE)), jax.random.key(2))]

    def play() -> int:
        held[0], rows = run(held[0])
        [np.asarray(column) for column in rows]
        return STEPS * SIZE

    return play


for one in GAMES:
    tell("Pgx", one, "one learner against random", partial(one_seat, one))
    tell(
        "Pgx",
        one,
        f"decisions of random players told, batch {SIZE}",
        partial(told, one),
    )
