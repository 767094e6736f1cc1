"""`comptoir new`: create a package with a small game that can be played at once."""

import keyword
import re
import sys
from pathlib import Path

import click

from comptoir import template
from comptoir.engine.errors import BadSetup
from comptoir.engine.model import registry

SAMPLE = "souk"  # the name of the template game
TEMPLATE = Path(template.__file__).parent
NAME = re.compile(r"[a-z][a-z0-9_]{1,29}")
WRITTEN = (
    "*.py",
    "*.md",
    "words/*.json",
)  # files of the template's package that are copied
BESIDE = {
    "pyproject.toml": "project.toml",
    "README.md": "readme.md",
    "tests/test_laws.py": "test_laws.py.txt",
}


@click.command()
@click.argument("name")
@click.option("--to", metavar="FOLDER", help="Folder to create. Default: NAME.")
def new(name: str, to: str | None) -> None:
    """Create a package NAME with a small game, ready for you to change."""
    check_name(name)
    folder = Path(to or name)
    if folder.exists() and any(folder.iterdir()):
        raise BadSetup(f"{folder} is not empty: name another folder with --to")
    for target, text in files(name).items():
        path = folder / target
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    click.echo(
        f"{folder} holds {name}, a small game to change as you like:\n"
        f"  comptoir check {folder}\n"
        f"  comptoir play {name} --games {folder}\n"
        f"  comptoir serve --games {folder}"
    )


def check_name(name: str) -> None:
    """Raise BadSetup for a name that no package can have, or that is already taken."""
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise BadSetup(
            f"{name!r} cannot be a package name: expected 2 to 30 lower-case letters, digits "
            "and underscores, starting with a letter"
        )
    if name in registry.names():
        raise BadSetup(f"there already is a game called {name!r}: choose another name")
    if name in sys.stdlib_module_names or name in sys.modules:
        raise BadSetup(f"Python already has a module {name!r}: choose another name")


def files(name: str) -> dict[str, str]:
    """Return the contents of a new package's files, by path."""
    package = TEMPLATE / SAMPLE
    found = {
        f"{name}/{file.relative_to(package).as_posix()}": file
        for pattern in WRITTEN
        for file in sorted(package.glob(pattern))
    }
    found |= {target: TEMPLATE / source for target, source in BESIDE.items()}
    return {
        target: renamed(file.read_text(encoding="utf-8"), name)
        for target, file in found.items()
    }


def renamed(text: str, name: str) -> str:
    """Return a text of the template, with the new game's name, title and rulebook numbers."""
    letters = name.replace("_", "")[:3].upper().ljust(3, "X")
    letters = re.sub(r"\d", "X", letters)
    title = name.replace("_", " ").title()
    text = text.replace(f"{SAMPLE[:3].upper()}-", f"{letters}-")
    return text.replace(SAMPLE.title(), title).replace(SAMPLE, name)
