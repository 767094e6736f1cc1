"""The documentation agrees with the code."""

import ast
import doctest
import re
import subprocess
from pathlib import Path
from textwrap import dedent

import pytest

from comptoir.cli.main import VERBS, comptoir

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")]
TEXTS = {page: page.read_text(encoding="utf-8") for page in PAGES}
TEXT = "\n".join(TEXTS.values())
TODAY = {page: text for page, text in TEXTS.items() if page.parent.name != "decisions"}
PYTHON = re.compile(r"^( *)```python\n(.+?)^ *```", re.MULTILINE | re.DOTALL)
DECISIONS = ROOT / "docs/decisions"
WRITTEN = {  # files that commands write or that readers bring themselves
    "STUDY.toml", "answers.csv", "board.js", "checkpoint.npz", "compare.en.html",
    "compare.fr.html", "config.json", "curve.svg", "earlier-GAME.json",
    "engine.json", "engine/engine.json", "exploit.json", "last-GAME.json", "log.jsonl",
    "parts.json", "playtests.en.html", "playtests.fr.html", "report.en.html",
    "report.fr.html", "report.json", "results.jsonl", "search.en.html", "summary.en.html",
    "summary.fr.html",
}  # fmt: skip


@pytest.mark.parametrize(
    "page", [p for p in PAGES if ">>> " in TEXTS[p]], ids=lambda page: page.name
)
def test_code_in_the_docs_runs(page):
    """Every `>>>` example prints the output shown; errors have the whole message."""
    failed, tried = doctest.testfile(
        str(page), module_relative=False, encoding="utf-8",
        optionflags=doctest.ELLIPSIS,
    )  # fmt: skip

    assert tried > 0
    assert failed == 0


def test_other_code_in_the_docs_is_python_that_imports_what_is_there():
    """Code fragments that no page runs can be parsed, and import only what exists."""
    front = (ROOT / "site/index.md").read_text(encoding="utf-8")
    blocks = [
        dedent(code)
        for text in (front, *TEXTS.values())
        for _, code in PYTHON.findall(text)
    ]
    for code in (code for code in blocks if ">>> " not in code):
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.ImportFrom) and str(node.module)[:8] == "comptoir":
                exec(ast.unparse(node), {})


def test_the_readme_fits_two_screens():
    """It has one sentence, a picture, three ways to start, the games, and links by audience."""
    readme = TEXTS[ROOT / "README.md"]

    assert readme.count("\n") <= 70
    for needed in ("make play\n", ">>> ", 'make play ARGS="--host 0.0.0.0"'):
        assert needed in readme
    for audience in ("Play", "Program", "Design", "Contribute"):
        assert f"- **{audience}**: " in readme
    assert "is not on PyPI" in readme


def test_nobody_is_told_to_install_from_an_index():
    """The package is on no index, so no page says `pip install comptoir`."""
    for page, text in TODAY.items():
        assert re.findall(r"pip install '?comptoir", text) == [], page.name


def test_links_lead_somewhere():
    """Every relative link of every page leads to a file; the site's test checks anchors."""
    for page, text in TEXTS.items():
        for link in re.findall(r"\]\(([^)#]+)", text):
            if "://" not in link:
                assert (page.parent / link).exists(), f"{page.name}: {link}"


def test_files_that_pages_name_exist():
    """A file name in backticks is the end of an existing path; decisions may name old files."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if listed.returncode:
        pytest.skip("not a git checkout")
    known = [
        f"/{path}" for path in listed.stdout.splitlines() if (ROOT / path).exists()
    ]
    named = re.compile(
        r"`([\w./-]+\.(?:py|ts|svelte|toml|jsonl?|md|svg|html|css|ya?ml|js|csv|npz|txt))`"
    )
    lost = [
        f"{page.relative_to(ROOT)}: {name}"
        for page, text in TODAY.items()
        for name in named.findall(text)
        if name not in WRITTEN
        and "GAME" not in name
        and not name.startswith(("/", "my-", "entrepot/", "pilots/"))
        and not any(path.endswith(f"/{name}") for path in known)
    ]

    assert lost == []


def test_pictures_are_shown():
    """Every picture of the docs is on a page, and is no larger than 400 KB."""
    shown = TEXT + (ROOT / "site/index.md").read_text(encoding="utf-8")
    for picture in [*ROOT.glob("docs/pictures/*"), *ROOT.glob("docs/*.svg")]:
        assert f"{picture.name})" in shown, picture.name
        assert picture.stat().st_size <= 400_000, picture.name


def test_every_verb_is_documented_and_every_option_explained():
    """The page of commands lists them; their help, printed on the site, has the options."""
    page = TEXTS[ROOT / "docs/commands.md"]
    for verb in VERBS:
        assert f"`{verb}`" in page, verb
        for parameter in comptoir.get_command(None, verb).params:
            if getattr(parameter, "hidden", False):  # an old spelling, or for tests
                continue
            explained = getattr(parameter, "help", None) or parameter.name == "help"
            assert explained or not parameter.opts[0].startswith("-"), (verb, parameter)


def test_the_reference_has_every_public_name():
    """The names are those of tests/surface.txt; the site adds their signatures."""
    surface = (ROOT / "tests/surface.txt").read_text(encoding="utf-8")
    names = {
        re.split(r"\(", line)[0]
        for line in surface.splitlines()
        if line and not line.startswith(" ")
    }
    page = TEXTS[ROOT / "docs/api.md"] + TEXTS[ROOT / "docs/design-reference.md"]
    marked = set(re.findall(r"<!-- api: ([\w.]+) -->", page))
    plain = {name for name in names if f"design.{name.removeprefix('design.')}" == name}
    constants = {name for name in plain if name.rpartition(".")[2].isupper()}

    assert names - marked - constants == {"arena", "benchmark", "bots"}


def test_make_targets_in_the_docs_exist():
    """Every `make X` in a page is a target of the Makefile."""
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    named = set(re.findall(r"`make ([a-z]+)", TEXT))

    assert len(named) > 5
    assert named <= set(targets)


def test_decisions_are_short():
    """A decision has at most 40 lines, a title with its number, and a date."""
    for page in sorted(DECISIONS.glob("*.md")):
        assert TEXTS[page].count("\n") <= 40
        assert TEXTS[page].startswith(f"# {page.name[:4]} ")
        assert "Date " in TEXTS[page]


def test_every_option_of_a_game_is_in_its_rules(game):
    """Each option is named where the rules mention what it changes."""
    for page in ("RULES.md", "RULES.fr.md"):
        text = (game.folder / page).read_text(encoding="utf-8")
        for option in game.options.__struct_fields__:
            assert f"`{option}`" in text, f"{page}: {option}"


def test_designers_are_credited(game):
    """Designers are named in the README and on the game's page, which says it is unofficial."""
    readme = TEXTS[ROOT / "README.md"]
    credit = re.search(
        r"By ([A-Z][\w .]+?)(?: and ([A-Z][\w ]+))? \(", game.words("en").say("about")
    )

    assert "unofficial" in readme
    for designer in filter(None, credit.groups()):
        assert designer in readme
        assert designer in (game.folder / "RULES.md").read_text(encoding="utf-8")
