"""The browser says what the terminal says, to the letter; its types are the server's."""

import json
import re
import subprocess
from pathlib import Path

import msgspec
import pytest

from comptoir.cli.terminal import scores
from comptoir.engine.model.events import NUMBER, SEAT, Event
from comptoir.engine.play import narration
from comptoir.engine.text.words import LANGUAGES
from comptoir.games.osaka.data import SYMBOLS, VALUES
from comptoir.server.domain.acting import commands
from comptoir.server.domain.refusals import WORDS
from comptoir.server.domain.state import seats
from comptoir.server.web import typescript
from random_play import positions

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "web/src/words"
PLAYERS = ["Ada", "Bo", "Cy", "Dee", "Eve"]
NUMBERS = (0, 1, 2, 5, 21)


def sample_events(game):
    """Every kind of event with many arguments, seen and hidden."""
    for kind in game.events.values():
        for turn in range(8):
            args = {}
            for arg, words in kind.args:
                if words is NUMBER:
                    args[arg] = NUMBERS[turn % len(NUMBERS)]
                elif words is SEAT:
                    args[arg] = turn % 3
                else:
                    args[arg] = words[turn % len(words)]
            seats = tuple(arg for arg, words in kind.args if words is SEAT)
            event = Event(kind.name, turn % 3, args, kind.hidden, kind.reveals, seats)
            yield event
            yield event.seen_by(None)


def sample(game):
    """What is to be said, as (kind, argument), and how Python says it."""
    asked = [("event", event) for event in sample_events(game)]
    runs, prompts = [], {}
    for match, _ in positions(game, game.seats[-1], 5):
        for seat in match.actors:
            key, args = match.prompt(seat)
            prompts[key, json.dumps(args)] = args
        if match.moves:
            runs.append([event.seen_by(0) for event in match.moves[-1].events])
    asked += [("run", run) for run in runs[:300] if run]
    asked += [("say", (f"prompt.{key}", args)) for (key, _), args in prompts.items()]
    for action in game.actions:
        asked += [("action", action.ref), ("about", action.ref)]
    return asked


def spoken(game, words, kind, argument):
    """How the terminal says it."""
    if kind == "event":
        return words.event(argument)
    if kind == "run":
        return " ".join(narration.sentences(argument, words))
    if kind == "say":
        return words.say(argument[0], **argument[1])
    return getattr(words, kind)(game.actions.read(argument))


def test_both_renderers_say_the_same(game, built):
    """All events, actions and prompts, in both languages."""
    asked = sample(game)
    here = []
    for language in LANGUAGES:
        words = game.words(language, WORDS, names=PLAYERS)
        here.append([spoken(game, words, *one) for one in asked])

    assert here == rendered(game, asked, built)


def test_both_tell_where_points_came_from(game, built):
    """The table of the ending, label by label, of a whole game."""
    *_, (match, _) = positions(game, game.seats[-1], "points")
    assert match.over
    here = []
    for language in LANGUAGES:
        account = scores.account(match, game.words(language, WORDS, names=PLAYERS))
        here.append([[[label, row] for label, row in account.items()]])

    assert here == rendered(game, [("sources", (match.log(), match.seats))], built)


def rendered(game, asked, built):
    """How the browser says it, in every language."""
    jobs = []
    for language in LANGUAGES:
        messages = {}
        for found in game.words(language, WORDS)._catalogues:
            messages |= found
        jobs.append({"language": language, "messages": messages, "names": PLAYERS,
                     "asked": asked})  # fmt: skip
    node, _ = built.tools()
    answer = subprocess.run(
        [node, "--no-warnings", str(Path(__file__).parent / "render.mjs")],
        input=msgspec.json.encode(jobs), capture_output=True, check=True,
    )  # fmt: skip
    return json.loads(answer.stdout)


def test_the_browsers_types_are_the_servers():
    """`python -m comptoir.server.web.typescript > web/src/lib/wire.ts`."""
    written = (ROOT / "web/src/lib/wire.ts").read_text(encoding="utf-8")

    assert typescript.text() == written


@pytest.mark.parametrize(
    ("file", "written"),
    [
        ("lib/faces.ts", ", ".join(f'"{name}"' for name in seats.MERCHANTS)),
        ("parts/table/SeatBar.svelte", f"STALLING = {commands.STALLING:_};"),
        (
            "boards/osaka/look.ts",
            "SYMBOLS: Record<number, number> = { "
            + ", ".join(f"{v}: {n}" for v, n in zip(VALUES, SYMBOLS, strict=True)),
        ),
    ],
)
def test_what_the_page_writes_again_is_what_the_server_has(file, written):
    """Bots' names, how long a decision may take, what is printed on Osaka's cards."""
    assert written in (ROOT / "web/src" / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("folder", sorted(f.parent for f in PAGE.rglob("en.json")))
def test_both_languages_say_everything_on_the_page(folder):
    """The page's own catalogues have the same keys and arguments."""
    english, french = (
        json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
        for language in LANGUAGES
    )

    assert list(english) == list(french)
    for key, text in english.items():
        names = [set(re.findall(r"{(\w+)", said)) for said in (text, french[key])]
        by_case = "select" in text or "plural" in text
        assert names[0] == names[1] or by_case, key


def test_the_page_asks_for_no_message_that_is_missing():
    """Every key that a component names is in a catalogue."""
    known = set()
    for file in [
        *PAGE.rglob("en.json"),
        ROOT / "src/comptoir/server/words/en.json",
        ROOT / "src/comptoir/engine/words/en.json",
        *(ROOT / "src/comptoir/games").glob("*/words/en.json"),
    ]:
        known |= set(json.loads(file.read_text(encoding="utf-8")))
    asked = set()
    for file in [
        *(ROOT / "web/src").rglob("*.svelte"),
        *(ROOT / "web/src").rglob("*.ts"),
    ]:
        asked |= set(
            re.findall(r"\bsay\(\"([\w.]+)\"", file.read_text(encoding="utf-8"))
        )

    assert set() == asked - known
