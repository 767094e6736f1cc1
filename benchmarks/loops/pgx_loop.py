"""Pgx: batches compiled by JAX, with the masks and observations that its steps make."""

import os
from functools import partial

import jax
import jax.numpy as jnp
import pgx
from clock import tell

SIZES = [int(n) for n in os.environ.get("BATCHES", "1024").split(",")]
GAMES = ("sparrow_mahjong", "leduc_holdem", "backgammon", "2048")
STEPS = 50


def loop(name: str, size: int):
    """Return a function that steps a batch, including choices and new deals."""
    env = pgx.make(name)
    init, step = jax.vmap(env.init), jax.vmap(env.step)

    def move(carry, _):
        state, key = carry
        key, choosing, chance, dealing = jax.random.split(key, 4)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        action = jax.random.categorical(choosing, logits, axis=-1)
        state = step(state, action, jax.random.split(chance, size))
        over = state.terminated | state.truncated
        fresh = init(jax.random.split(dealing, size))

        def pick(old, new):
            return jnp.where(over.reshape((-1,) + (1,) * (old.ndim - 1)), new, old)

        return (jax.tree.map(pick, state, fresh), key), None

    run = jax.jit(lambda carry: jax.lax.scan(move, carry, None, STEPS)[0])
    held = [(init(jax.random.split(jax.random.key(1), size)), jax.random.key(2))]

    def play() -> int:
        held[0] = jax.block_until_ready(run(held[0]))
        return STEPS * size

    return play


for one in GAMES:
    for count in SIZES:
        way = f"{jax.default_backend()}, batch {count}"
        tell("Pgx", one, way, partial(loop, one, count))
