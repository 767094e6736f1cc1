"""A network's evaluation of one observation as a kernel, for hosts without NumPy."""

from collections.abc import Mapping, MutableSequence, Sequence
from typing import Any

from comptoir.engine.model.game import Game

from .arrays import Zeros, zeros
from .kernel import kernel
from .network import (
    VALUES,
    NetworkArrays,
    PolicyArrays,
    empty_network,
    feed,
    policy_arrays,
    product,
    value,
)


def evaluation_arguments(
    game: Game, network: NetworkArrays | None = None, zeros: Zeros = zeros
) -> Mapping[str, Any]:
    """Return all arguments of an evaluation by parameter name."""
    most = len(game.actions.choices)
    return {
        "choices": zeros("i8", most),
        "count": 0,
        "policy": policy_arrays(game, network or empty_network(game), zeros),
        "logits": zeros("f8", most),
        "values": zeros("f8", VALUES),
    }


@kernel(evaluation_arguments, ahead=False, gpu=False)
def evaluate(
    choices: Sequence[int],
    count: int,
    policy: PolicyArrays,
    logits: MutableSequence[float],
    values: MutableSequence[float],
) -> None:
    """Write the logits of some choices, and the values, for the observation in the scratch."""
    feed(policy)
    rows, bias = policy.network.policy, policy.network.policy_bias
    for i in range(count):
        found = product(
            rows[choices[i]], policy.scratch.layers[2], policy.scratch.lanes
        )
        logits[i] = found + bias[choices[i]]
    for which in range(VALUES):
        values[which] = value(which, policy)
