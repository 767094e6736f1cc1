"""Networks as opponents of a learner: from a file, of the game, or one of its characters."""

from pathlib import Path

from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels.loop import BOTS
from comptoir.engine.model.game import Game
from comptoir.engine.runs.network import Network
from comptoir.engine.runs.policy import NAME, USUAL, degrees, network_for

FILE_END = ".npz"


def named(bot: str) -> tuple[str, float]:
    """Split a bot such as `policy:0.5` or `other.npz:1` into its name and its temperature."""
    name, colon, rest = bot.rpartition(":")
    if colon and (name == NAME or name.endswith(FILE_END)):
        return name, degrees(rest)
    return bot, USUAL


def opponent(name: str, game: Game) -> Network:
    """Return the network of an opponent: `policy`, one of its characters, or a file.

    Raises:
        BadSetup: There is no such opponent, or its network does not fit the game.
    """
    if name.endswith(FILE_END):
        return Network.load(Path(name), game)
    own = network_for(game)
    if name == NAME:
        return own
    if name not in own.characters:
        known = ", ".join((*BOTS, NAME, *own.characters))
        raise BadSetup(
            f"{name} cannot play in a batch: expected one of {known}, or the {FILE_END} "
            f"file of a network; imitate any other bot first, a searching one with "
            f"iterations: comptoir imitate {game.name} search:300 --out search.npz"
        )
    return _leaning(own, own.characters[name])


def _leaning(network: Network, leaning: dict[str, float] | object) -> Network:
    """Return a network whose logits contain a character's weights, by verb."""
    assert isinstance(leaning, dict)
    game = network.game
    bias = network.arrays["policy_bias"].copy()
    for number, choice in enumerate(game.actions.choices):
        bias[number] += leaning.get(choice.verb, 0.0)
    return Network(game, network.arrays | {"policy_bias": bias}, network.about)
