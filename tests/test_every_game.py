"""Laws that hold for every game, number of seats and option."""

import msgspec
import numpy as np
import pytest

from comptoir import IllegalMove, Match, Record, replay
from comptoir.bots import new_dice
from comptoir.engine.backends import compiler
from comptoir.engine.model.game import REFEREE
from comptoir.engine.model.seed import chance_key
from comptoir.engine.rules.rng import KEY_WORDS, dice_word
from comptoir.engine.rules.table import copy, new_tables, pack, unpack
from comptoir.engine.runs.simulation import simulate
from comptoir.engine.text.words import LANGUAGES
from game_kit import book
from random_play import positions, some_positions, whole_game

SEEDS = range(3)


def bytes_of(match):
    return match.packed().tobytes()


def test_every_game_ends_and_nothing_is_ever_lost(game, seats, options):
    """Legal moves never fail, `audit` holds after every one, and there is an end."""
    for seed in SEEDS:
        for match, _ in positions(game, seats, seed, options):
            assert [] == match.audit(), match.record().token
        assert match.over
        assert match.winners == [s for s in range(seats) if match.ranks[s] == 1]
        assert all(match.legal(seat) == [] for seat in range(seats))


def test_legal_actions_rise_and_all_actors_have_them(game, seats, options):
    """Legal actions are sorted and without repeats; at the end nobody has any."""
    for match, _ in positions(game, seats, "sorted", options):
        for seat in range(seats):
            numbers = [int(action) for action in match.legal(seat)]

            assert sorted(set(numbers)) == numbers
            assert numbers or seat not in match.actors
            assert not (numbers and match.over)


def test_what_is_not_legal_is_refused_in_both_languages_and_changes_nothing(
    game, seats
):
    """Illegal actions raise with the ledger's number and leave every byte as it was."""
    met = set()
    for match, _ in positions(game, seats, "refused"):
        questions = {match.prompt(seat)[0] for seat in range(seats)}
        if questions <= met and len(match.moves) % 61:
            continue
        met |= questions
        before = bytes_of(match)
        for seat in range(seats):
            legal = match.legal(seat)
            for action in game.actions:
                if action in legal:
                    assert match.explain(seat, action) is None
                    continue
                with pytest.raises(IllegalMove) as error:
                    match.play(seat, action)
                assert error.value.legal == legal
                for language in LANGUAGES:
                    assert game.words(language).refusal(error.value.refusal)
        assert before == bytes_of(match)


def test_every_refusal_is_by_a_paragraph_of_the_ledger(game, seats, options):
    """Whatever option is in force, and in both languages."""
    numbers = {*book(game, "en")}
    words = [game.words(language) for language in LANGUAGES]
    for match, _ in positions(game, seats, "ledger", options):
        if len(match.moves) % 23:
            continue
        for seat in match.actors:
            legal = [int(action) for action in match.legal(seat)]
            for refusal in refusals(match, match.position.table, seat, legal):
                assert refusal.rule in numbers
                assert all(each.refusal(refusal) for each in words)


def test_replay_equals_the_original(game, seats, options, tmp_path):
    """A record, its file and its token all play the same game again, bit for bit."""
    match = whole_game(game, seats, "again", options)
    record = match.record()
    record.save(tmp_path / "game.json")

    for read in (Record.load(tmp_path / "game.json"), Record.from_token(record.token)):
        again = replay(read)
        assert record == again.record() == read
        assert bytes_of(match) == bytes_of(again)
        assert match.log() == again.log()


def test_what_is_said_reads_back(game):
    """`read(say(a)) == a` for every action, in both languages and in the record's own."""
    for action in game.actions:
        assert (
            action == game.actions.read(str(action)) == game.actions.read(int(action))
        )
        for language in LANGUAGES:
            words = game.words(language)
            assert action == words.read_action(
                words.action(action).upper(), game.actions
            )
            assert words.about(action)


def test_every_event_prompt_and_ending_has_words(game, seats):
    """What happens can be told to every seat and to spectators, in both languages."""
    for language in LANGUAGES:
        words = game.words(language)
        for match, _ in positions(game, seats, "told"):
            for seat in range(seats):
                key, args = match.prompt(seat)
                assert words.say(f"prompt.{key}", **args)
        for viewer in (None, *range(seats)):
            for event in match.log(viewer):
                sentence = words.event(event)
                assert "{" not in sentence
                assert "  " not in sentence
        for ending in game.endings:
            assert words.say(f"ending.{ending}")


def test_catalogues_hold_the_same_keys(game):
    """French and English are equals."""
    english, french = (sorted(game.words(language).keys()) for language in LANGUAGES)

    assert english == french


def seen(match, table, seat):
    """All that a seat learns from a table: view, legal actions, observation, refusals."""
    listed = [0] * len(match.game.actions)
    count = match.game.rules["legal"](table, match.position.box, seat, listed)
    out = [0] * match.game.observation
    match.game.rules["observe"](table, match.position.box, seat, out)
    view = msgspec.json.encode(match.game.view(table, match.position.box, seat))
    prompt = match.game.prompt(table, match.position.box, seat)
    choice = None
    if count:
        choice = match.game.rules["house"](
            table, match.position.box, seat, listed, count
        )
    return (
        view,
        listed[:count],
        out,
        prompt,
        choice,
        refusals(match, table, seat, listed[:count]),
    )


def refusals(match, table, seat, legal):
    if not legal:
        return []
    return [
        match.game.explain(table, match.position.box, seat, action)
        for action in match.game.actions
        if int(action) not in legal
    ]


class Frozen(list):
    """A row of a table that nobody may write to."""

    def __setitem__(self, at, value):
        raise AssertionError("a question wrote to the table")


class FrozenTable:
    """A table that can only be read."""

    def __init__(self, table):
        fields = {name: frozen(value) for name, value in vars(table).items()}
        self.__dict__.update(fields, journal=())

    def __setattr__(self, name, value):
        raise AssertionError(f"a question wrote to {name}")


def frozen(value):
    return Frozen(map(frozen, value)) if isinstance(value, list) else value


def test_what_is_asked_only_reads_the_table(game, seats, options):
    """Legality, sight, refusals, results and the house's choice change nothing on the way."""
    points, ranks = [0] * seats, [0] * seats
    for match, _ in positions(game, seats, "asked", options):
        if len(match.moves) % 5 and not match.over:
            continue
        table = FrozenTable(match.position.table)
        assert [] == game.audit(table, match.position.box)
        game.rules["standing"](table, match.position.box, points, ranks)
        for seat in range(seats):
            assert seen(match, match.position.table, seat) == seen(match, table, seat)


def test_what_a_seat_sees_never_depends_on_what_is_hidden_from_it(game, seats, options):
    """No leak: imagine the table any number of times; the seat's bytes stay the same."""
    for match, dice in positions(game, seats, "leak", options):
        if len(match.moves) % 5:
            continue
        for seat in range(seats):
            truth = seen(match, match.position.table, seat)
            for _ in range(2):
                table = match.imagine(seat, list(dice)).table
                assert truth == seen(match, table, seat)
                assert [] == game.audit(table, match.position.box)
                throws = dice[0]
                dice[0] = (throws * 5 + 1) & 0xFFFFFFFF


def test_what_is_imagined_depends_on_knowledge_and_dice_alone(game, seats, options):
    """To imagine from an imagined table is to imagine from the real one.

    The chance of the table, whatever it has come to, plays no part in it.
    """
    dice = new_dice("a")
    key = [dice_word(dice) for _ in range(KEY_WORDS)]
    for match, _ in positions(game, seats, "knowledge", options):
        if len(match.moves) % 5:
            continue
        for seat in range(seats):
            once = match.imagine(seat, new_dice("a")).table
            other = match.imagine(seat, new_dice("b"))
            other.table.stream, other.table.counter, other.table.used = 5, 77, 3
            other.table.block = [7] * len(other.table.block)
            assert once == other.imagine(seat, new_dice("a")).table
            assert (0, key) == (once.stream, once.key)


def test_events_tell_a_seat_nothing_hidden(game, seats, options):
    """A move without chance looks the same to its seat on any table it may imagine."""
    for match, _ in positions(game, seats, "events", options):
        if len(match.moves) % 3:
            continue
        for seat in match.actors:
            imagined = match.imagine(seat, new_dice("e"))
            table, box = imagined.table, imagined.box
            for action in match.legal(seat):
                real, unreal = copy(match.position.table), copy(table)
                for t in (real, unreal):
                    game.rules["play"](t, box, seat, int(action))
                used = (real.counter, real.used) != match.position.chance_used
                events = [game.read_journal(t.journal) for t in (real, unreal)]
                if used or any(event.reveals for event in events[0]):
                    continue
                told = [[e.seen_by(seat) for e in listed] for listed in events]
                assert told[0] == told[1]


def test_undo_leads_back_to_the_same_table(game, seats):
    """Unless chance was used or something shown: then undo is refused, changing nothing."""
    for match, dice in positions(game, seats, "undo"):
        if match.over:
            break
        before, chance, seat = (
            bytes_of(match),
            match.position.chance_used,
            match.actors[0],
        )
        action = match.legal(seat)[dice[0] % len(match.legal(seat))]
        events = match.play(seat, action)
        learned = chance != match.position.chance_used or any(e.reveals for e in events)
        assert learned != match.can_undo(seat)
        if not learned:
            assert action == match.undo(seat)
            assert before == bytes_of(match)
            continue
        after = bytes_of(match)
        with pytest.raises(IllegalMove):
            match.undo(seat)
        assert after == bytes_of(match)


def test_nobody_takes_back_another_seats_move(game, seats):
    """Undo belongs to who moved last."""
    match = Match(game, seats, "mine")
    seat = match.actors[0]
    with pytest.raises(IllegalMove, match="no move"):
        match.undo(seat)
    match.play(seat, match.legal(seat)[0])

    with pytest.raises(IllegalMove, match="nother player"):
        match.undo((seat + 1) % seats)


def test_a_deal_forgets_what_lay_on_the_table(game, seats, options):
    """Dealing onto a used table gives the same bytes as onto a clean one."""
    used = whole_game(game, seats, "used", options).position.table
    clean = unpack(new_tables(game.table, 1)[0])
    box = game.plain_box(seats, options)
    for table in (used, clean):
        game.rules["deal"](table, box, seats, *chance_key("fresh"))
        table.block = (
            [0] * len(table.block) if table.used == len(table.block) else table.block
        )

    assert clean == used


def test_tables_pack_and_unpack_without_loss(game, seats):
    """A plain table holds just the record's fields, and all of them fit."""
    match = whole_game(game, seats, "packed")
    tables = match.packed()

    assert set(game.table.names) == set(vars(match.position.table))
    assert match.position.table == unpack(tables[0])
    again = new_tables(game.table, 1)
    pack(unpack(tables[0]), again[0])
    assert tables.tobytes() == again.tobytes()


def test_fields_have_names_that_numpy_leaves_free(game):
    """A field called like a method of NumPy's records would break plain reads."""
    taken = set(dir(np.recarray(1, [("a", "i2")])[0])) | set(dir(np.ndarray))

    assert not taken & {*game.table.names, *game.box.names}


def test_observations_are_written_in_full(game, seats):
    """`observe` writes every number, none below 0, and all of them fit 16 bits."""
    for match, _ in positions(game, seats, "seen"):
        for seat in range(seats):
            out = [None] * game.observation
            game.rules["observe"](match.position.table, match.position.box, seat, out)
            assert all(isinstance(number, int) for number in out)
            assert min(out) >= 0
            assert max(out) < 2**15


def test_views_made_together_are_those_made_alone(game, seats):
    """Whoever looks, and whoever else looks at the same time."""
    for match, _ in some_positions(game, seats, 20, every=9):
        viewers = [None, *range(seats)]
        together = match.views(viewers)

        assert together == {viewer: match.view(viewer) for viewer in viewers}
        assert match.views([1]) == {1: match.view(1)}


def test_a_view_is_ready_for_json(game, seats):
    """What a seat, a spectator or the referee sees is read back as it was written."""
    for match, _ in positions(game, seats, "json"):
        if len(match.moves) % 23 and not match.over:
            continue
        for viewer in (None, REFEREE, *range(seats)):
            view = game.view(match.position.table, match.position.box, viewer)
            written = msgspec.json.encode(view)
            assert view == msgspec.json.decode(written, type=type(view))


def test_a_table_of_house_bots_plays_legal_moves_to_the_end(game, seats, options):
    """Whatever option is in force, and nothing is lost on the way."""
    match = Match(game, seats, "house", options)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, match.position.house(seat))
        assert [] == match.audit()


def test_the_house_beats_chance(game, seats):
    """The house bot wins clearly more than its share against random bots."""
    bots = ["house", *["random"] * (seats - 1)]
    plain = not compiler.available()
    results = simulate(game, seats, 200, bots, "house", plain=plain)

    assert results.wins[0] > 1.5 * 200 / seats
