"""Laws about play: games end, nothing is lost, refusals change nothing, undo works."""

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from comptoir.engine.model.game import Game
from comptoir.engine.model.refusals import IllegalMove, Refusal
from comptoir.engine.model.seed import chance_key
from comptoir.engine.play.match import Match, replay
from comptoir.engine.play.record import Record
from comptoir.engine.rules.table import Plain, copy, new_tables, unpack
from comptoir.engine.text.words import LANGUAGES

from .random_games import positions, whole_game

SEEDS = range(3)
PARAGRAPH = re.compile(r"^\*\*([A-Z]{3}-\d+\.\d+)\*\* ", re.MULTILINE)


def bytes_of(match: Match) -> bytes:
    """Return the complete state of a match's table as bytes."""
    return bytes(match.packed().tobytes())


def book(game: Game, language: str) -> list[str]:
    """Return the numbers of the paragraphs in a game's rules."""
    return PARAGRAPH.findall(game.rulebook(language))


def every_game_ends_and_nothing_is_ever_lost(
    game: Game, seats: int, options: Any
) -> None:
    """Legal moves never fail, `audit` finds no fault after any, and every game ends."""
    for seed in SEEDS:
        for match, _ in positions(game, seats, seed, options):
            wrong = match.audit()
            assert not wrong, f"{'; '.join(wrong)}: {match.record().token}"
        assert match.over
        assert match.winners == [s for s in range(seats) if match.ranks[s] == 1]
        assert all(match.legal(seat) == [] for seat in range(seats))


def legal_actions_rise_and_all_actors_have_them(
    game: Game, seats: int, options: Any
) -> None:
    """Legal actions are sorted and unique; all actors have some, and none at the end."""
    for match, _ in positions(game, seats, "sorted", options):
        for seat in range(seats):
            numbers = [int(action) for action in match.legal(seat)]

            assert sorted(set(numbers)) == numbers, f"not rising: {numbers}"
            assert numbers or seat not in match.actors, f"nothing to do for {seat}"
            assert not (numbers and match.over), "moves after the end"


def what_is_not_legal_is_refused_in_both_languages_and_changes_nothing(
    game: Game, seats: int
) -> None:
    """Illegal actions raise with a sentence and leave every byte as it was."""
    met: set[str] = set()
    for match, _ in positions(game, seats, "refused"):
        questions = {match.prompt(seat)[0] for seat in range(seats)}
        if questions <= met and len(match.moves) % 61:
            continue
        met |= questions
        before = bytes_of(match)
        for seat in range(seats):
            _refuses(match, seat)
        assert before == bytes_of(match), "a refused action changed the table"


def _refuses(match: Match, seat: int) -> None:
    legal = match.legal(seat)
    for action in match.game.actions:
        if action in legal:
            assert match.explain(seat, action) is None
            continue
        refused = None
        try:
            match.play(seat, action)
        except IllegalMove as error:
            refused = error
        assert refused, f"{action} was played, though not legal"
        assert refused.legal == legal
        for language in LANGUAGES:
            assert match.game.words(language).refusal(refused.refusal)


def every_refusal_is_by_a_paragraph_of_the_ledger(
    game: Game, seats: int, options: Any
) -> None:
    """Every refusal cites a paragraph of the rules, or names the legal alternatives."""
    numbers = {*book(game, "en")}
    words = [game.words(language) for language in LANGUAGES]
    for match, _ in positions(game, seats, "ledger", options):
        if len(match.moves) % 23:
            continue
        for seat in match.actors:
            legal = [int(action) for action in match.legal(seat)]
            for refusal in refusals(match, match.position.table, seat, legal):
                assert refusal.rule in numbers or "instead" in refusal.args, refusal
                assert all(each.refusal(refusal) for each in words)


def refusals(match: Match, table: Plain, seat: int, legal: list[int]) -> list[Refusal]:
    """Return the reasons for refusing each illegal action of a seat that has legal ones."""
    if not legal:
        return []
    return [
        match.game.explain(table, match.position.box, seat, action)
        for action in match.game.actions
        if int(action) not in legal
    ]


def replay_equals_the_original(game: Game, seats: int, options: Any) -> None:
    """A record, its file and its token all replay to the same table, bit for bit."""
    match = whole_game(game, seats, "again", options)
    record = match.record()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "game.json"
        record.save(file)
        for read in (Record.load(file), Record.from_token(record.token)):
            again = replay(read)
            assert record == again.record() == read
            assert bytes_of(match) == bytes_of(again)
            assert match.log() == again.log()


def undo_leads_back_to_the_same_table(game: Game, seats: int) -> None:
    """Undo restores the table, or is refused if a move used chance or revealed something."""
    for match, dice in positions(game, seats, "undo"):
        if match.over:
            break
        before, chance = bytes_of(match), match.position.chance_used
        old, seat = copy(match.position.table), match.actors[0]
        action = match.legal(seat)[dice[0] % len(match.legal(seat))]
        events = match.play(seat, action)
        learned = chance != match.position.chance_used or any(e.reveals for e in events)
        learned = learned or match.game.unseals(old, match.position.table, seat)
        assert learned != match.can_undo(seat), (
            f"{action} {'can' if match.can_undo(seat) else 'cannot'} be taken back"
        )
        if not learned:
            assert action == match.undo(seat)
            assert before == bytes_of(match), f"{action} is not wholly taken back"
            continue
        after = bytes_of(match)
        assert _cannot_undo(match, seat), f"{action} was taken back"
        assert after == bytes_of(match)


def nobody_takes_back_another_seats_move(game: Game, seats: int) -> None:
    """Only the seat that moved last may undo."""
    match = Match(game, seats, "mine")
    seat = match.actors[0]
    assert "no move" in _cannot_undo(match, seat)
    match.play(seat, match.legal(seat)[0])

    assert "nother player" in _cannot_undo(match, (seat + 1) % seats)


def _cannot_undo(match: Match, seat: int) -> str:
    try:
        match.undo(seat)
    except IllegalMove as error:
        return str(error)
    return ""


def a_deal_forgets_what_lay_on_the_table(game: Game, seats: int, options: Any) -> None:
    """Dealing onto a used table gives the same bytes as onto a clean one."""
    used = whole_game(game, seats, "used", options).position.table
    clean = unpack(new_tables(game.table, 1)[0])
    box = game.plain_box(seats, options)
    for table in (used, clean):
        game.rules["deal"](table, box, seats, *chance_key("fresh"))
        if table.used == len(table.block):
            table.block = [0] * len(table.block)
    for name in _differing(clean, used):
        raise AssertionError(f"the deal leaves {name} as it was")


def _differing(one: Plain, other: Plain) -> Iterator[str]:
    return (name for name in vars(one) if getattr(one, name) != getattr(other, name))


def a_table_of_house_bots_plays_legal_moves_to_the_end(
    game: Game, seats: int, options: Any
) -> None:
    """House bots finish the game with all options, and `audit` finds no fault."""
    match = Match(game, seats, "house", options)
    while not match.over:
        seat = match.actors[0]
        action = match.position.house(seat)
        match.play(seat, action)
        wrong = match.audit()
        assert not wrong, f"after “{action}” of the house: {'; '.join(wrong)}"
