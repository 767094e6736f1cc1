"""Games are found by their name, and their modules by theirs."""

import subprocess
import sys

import pytest

import comptoir
from comptoir import BadSetup
from comptoir.engine.model import registry


def test_the_games_are_called_for_and_read_only():
    """`comptoir.games()` returns what the registry found."""
    games = comptoir.games()

    assert registry.names() == [*games]
    assert all(registry.load(name) is game for name, game in games.items())
    with pytest.raises(TypeError):
        games["chess"] = None


@pytest.mark.parametrize(
    "said",
    [
        "import comptoir.games.borneo.data as data; print(data.CARDS)",
        "import comptoir; import comptoir.games.borneo.data as data; print(data)",
        "import comptoir.games.borneo; print(comptoir.games.borneo.game)",
        "from comptoir.games.borneo import data; print(data)",
        "import comptoir.games as games; print(games(), games.__path__)",
    ],
)
def test_a_module_of_a_game_is_imported_in_any_form(said):
    """The package can be called, and is still the place of its modules."""
    command = [sys.executable, "-c", said]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert (0, "") == (done.returncode, done.stderr)


def test_no_other_game_is_known():
    """One sentence says which there are."""
    with pytest.raises(BadSetup, match="no game 'chess': expected one of batavia"):
        registry.load("chess")
