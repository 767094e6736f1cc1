"""Layers: the imports allowed between folders."""

import ast
import re
from pathlib import Path
from typing import get_type_hints

import msgspec.inspect
import pytest

import comptoir
from source_laws import (
    classes,
    cycles,
    describe,
    folder_of,
    import_graph,
    imported,
    sources,
)

ROOT = Path(comptoir.__file__).parent
COMMON = {
    "known",
    "number",
    "points",
    "unseen",
}  # also words of the page and of TypeScript
PAGE = Path(__file__).parents[1] / "web/src"
MAY_IMPORT = {
    "engine": set(),
    "games": {"engine"},
    "bots": {"engine"},
    "arena": {"engine", "bots"},
    "benchmark": {"engine", "bots", "arena"},
    "data": {"engine", "bots"},
    "envs": {"engine", "bots"},
    "learn": {"engine"},
    "lab": {"engine", "bots", "arena", "data"},
    "language": {"engine", "bots"},
    "laws": {"engine", "bots"},
    "review": {"engine", "bots"},
    "server": {"engine", "bots", "review"},
    "cli": {
        "engine",
        "bots",
        "games",
        "arena",
        "benchmark",
        "data",
        "envs",
        "lab",
        "laws",
        "learn",
        "review",
        "server",
        "template",
    },
}


GAMES = ("games", "template")  # where every game may have a class of these names
OF_EVERY_GAME = {
    "Box": "the contract: what a table is set up with",
    "Ending": "how a game ended, by its own rules",
    "Kind": "kinds of its own actions or cards",
    "LotView": "a part of its view",
    "Phase": "the phases of its own turn",
    "SeatView": "a part of its view",
    "Table": "the contract: what holds a game in progress",
    "View": "the contract: what a seat sees",
}


@pytest.fixture(scope="module")
def graph():
    return import_graph(ROOT)


@pytest.fixture(scope="module")
def meanings():
    """Class names that have several meanings, and where they are defined."""
    found = {}
    for name, files in classes(ROOT).items():
        own = [file for file in files if file.split("/")[0] not in GAMES]
        own = own if name in OF_EVERY_GAME else files
        if len(own) > 1:
            found[name] = own
    return found


def top_folders(cycle):
    return {path.split("/")[1] if "/" in path else path for path in cycle}


def test_no_folders_import_each_other(graph):
    """Imports between folders go in one direction, also those inside functions."""
    found = cycles(graph)

    assert not found, "\n".join(describe(cycle, graph) for cycle in found)


def test_a_class_name_has_one_meaning(meanings):
    found = [f"{name}: {', '.join(files)}" for name, files in sorted(meanings.items())]

    assert not found, "\n".join(found)


def imports(path):
    """Return the dotted names a file imports from comptoir, relative ones resolved."""
    return {name for _, name in imported(path, ROOT) if folder_of(name, ROOT)}


def write(folder, files):
    for name, text in files.items():
        path = folder / "shop" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "shop"


def test_a_planted_cycle_is_found(tmp_path):
    """Relative and absolute imports count, in functions too, and through a package's names."""
    shop = write(
        tmp_path,
        {
            "__init__.py": "",
            "till/__init__.py": "from .coins import Coin\n",
            "till/coins.py": "def change():\n    from ..shelf import boxes\n",
            "shelf/__init__.py": "",
            "shelf/boxes.py": "import shop.cellar.wine\n",
            "shelf/tests/test_boxes.py": "from shop.door import key\n",
            "cellar/wine.py": "from shop.till import Coin\n",
            "door/key.py": "import os\nfrom shop.shelf.boxes import BOX\n",
        },
    )

    graph = import_graph(shop)
    (cycle,) = cycles(graph)
    assert cycle == ["shop/cellar", "shop/shelf", "shop/till"]
    told = describe(cycle, graph)
    assert (
        "shop/till → shop/shelf: 1, as shop/till/coins.py:2 imports shop.shelf" in told
    )

    (shop / "cellar/wine.py").write_text("", encoding="utf-8")
    assert cycles(import_graph(shop)) == []


def test_a_folder_and_one_inside_it_may_be_a_cycle(tmp_path):
    files = {"__init__.py": "from .a.b import C\n", "a/b.py": "from shop import d\n"}
    shop = write(tmp_path, files | {"d.py": ""})

    assert cycles(import_graph(shop)) == [["shop", "shop/a"]]


def test_a_second_meaning_of_a_class_is_found(tmp_path):
    files = {"a.py": "class Coin: ...\n", "b/c.py": "def f():\n    class Coin: ...\n"}

    assert classes(write(tmp_path, files))["Coin"] == ["a.py", "b/c.py"]


def test_rooms_import_only_what_they_may():
    """games, bots, learn → engine; arena, data, envs → both; cli → all; engine → nothing."""
    wrong = []
    for path in sources(ROOT):
        room = path.relative_to(ROOT).parts[0]
        if room not in MAY_IMPORT:
            continue
        for name in imports(path):
            parts = folder_of(name, ROOT).split("/")
            if len(parts) > 1 and parts[1] not in {room, *MAY_IMPORT[room]}:
                wrong.append(f"{path.relative_to(ROOT)} imports {name}")

    assert wrong == []


def test_games_do_not_know_each_other():
    """A game can be added or removed by copying or deleting its folder."""
    for path in (ROOT / "games").rglob("*.py"):
        if path.parent == ROOT / "games":
            continue
        own = path.relative_to(ROOT / "games").parts[0]
        for name in imports(path):
            parts = name.split(".")
            if parts[:2] == ["comptoir", "games"] and len(parts) > 2:
                assert own == parts[2], f"{path} imports {name}"


def test_no_game_is_named_outside_its_folder():
    """The engine, the bots and the command line name no game."""
    games = [p.name for p in (ROOT / "games").iterdir() if (p / "__init__.py").exists()]
    for room in set(MAY_IMPORT) - {"games"}:
        for path in (ROOT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and node.value in games:
                    raise AssertionError(f"{path}:{node.lineno} names {node.value}")


def page_files():
    """The page's own sources outside the boards, without generated types and fetched faces."""
    for path in sorted(PAGE.rglob("*")):
        inside = path.relative_to(PAGE).parts
        generated = inside == ("lib", "wire.ts")
        foreign = inside[0] in ("boards", "fonts")
        if path.is_file() and not foreign and not generated:
            yield path


def view_fields(game):
    """Return the names of all fields in a game's view."""
    types, found = [msgspec.inspect.type_info(get_type_hints(game.view)["return"])], {}
    while types:
        one = types.pop()
        if isinstance(one, msgspec.inspect.StructType):
            fields = () if one.cls in found else one.fields
            found[one.cls] = {field.encode_name for field in one.fields}
            types += [field.type for field in fields]
        types += getattr(one, "types", ()) + getattr(one, "item_types", ())
        types += [
            getattr(one, at) for at in ("item_type", "value_type") if hasattr(one, at)
        ]
    return set().union(*found.values())


def test_the_page_knows_no_game_outside_its_board():
    """It uses neither a game's name nor its view's fields; only boards and words do."""
    games = comptoir.games()
    fields = {name: view_fields(game) for name, game in games.items()}
    own = set().union(*fields.values()) - set.intersection(*fields.values()) - COMMON
    forms = {
        ".json": r"""["](?:view|shown|slot)\.\w+""",
        ".ts": rf"""["'`]({"|".join(sorted(own))})["'`]""",
    }
    forms[".svelte"] = forms[".ts"]
    wrong = []
    for path in page_files():
        text = path.read_text(encoding="utf-8")
        found = re.findall("|".join(games), text, re.IGNORECASE)
        found += re.findall(forms.get(path.suffix, "$^"), text)
        wrong += [f"{path.relative_to(PAGE)}: {word}" for word in sorted(set(found))]

    assert wrong == []


def test_a_board_knows_its_own_game_alone():
    for path in (PAGE / "boards").rglob("*.*"):
        others = set(comptoir.games()) - {path.relative_to(PAGE / "boards").parts[0]}
        names = re.compile(rf"({'|'.join(others)})(View|\.|/)", re.IGNORECASE)

        assert not names.search(path.read_text(encoding="utf-8")), path


def verbs_of(data):
    """The names that a game gives to the first actions of its verbs."""
    return {
        target.id
        for node in ast.walk(ast.parse(data.read_text(encoding="utf-8")))
        if isinstance(node, ast.Assign) and "ACTIONS.first" in ast.unparse(node.value)
        for target in node.targets
    }


def test_no_rule_rests_on_the_order_of_verbs():
    """Rules test an action by both bounds of its verb, not by the start of the next verb."""
    wrong = []
    for data in (ROOT / "games").glob("*/data.py"):
        verbs = verbs_of(data)
        assert verbs
        for path in data.parent.glob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Compare) and len(node.ops) == 1:
                    either_side = {
                        ast.unparse(node.left),
                        ast.unparse(node.comparators[0]),
                    }
                    equal = isinstance(node.ops[0], (ast.Eq, ast.NotEq, ast.In))
                    if verbs & either_side and not equal:
                        wrong.append(f"{path.name}:{node.lineno}: {ast.unparse(node)}")

    assert wrong == []


def test_rules_import_no_numba():
    """Only the backends know numba."""
    for path in [*(ROOT / "engine").rglob("*.py"), *ROOT.rglob("games/*/*.py")]:
        if path.parent.name != "backends":
            assert "import numba" not in path.read_text(encoding="utf-8"), path


ALLOWED: dict[str, str] = {}  # file or function, and why it may be longer


def test_files_and_functions_stay_small():
    """No file over 400 lines, no function over 40 without a reason."""
    long = []
    for path in [*ROOT.rglob("*.py"), *Path(__file__).parent.rglob("*.py")]:
        text = path.read_text(encoding="utf-8")
        if text.count("\n") > 400:
            long.append(path.name)
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                first = node.body[0]
                start = first.end_lineno if ast.get_docstring(node) else node.lineno
                if node.end_lineno - start > 40:
                    long.append(f"{path.name}:{node.name}")

    assert set(ALLOWED) == set(long)
