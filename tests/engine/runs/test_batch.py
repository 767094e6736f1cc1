"""A batch plays the engine's own games, bit for bit, and says what it cannot do."""

import numpy as np
import pytest

from comptoir import Match, games
from comptoir.engine.backends.cpu import WORTH_A_THREAD, ThreadBackend
from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels.loop import seat_to_ask
from comptoir.engine.model.refusals import IllegalAction
from comptoir.engine.model.seed import chance_key
from comptoir.engine.rules.rng import BLOCK_WORDS, DICE_WORDS, start_dice, throw
from comptoir.engine.runs import checks
from comptoir.engine.runs.batch import Batch
from comptoir.engine.runs.seating import EXPECTED

SIZE = 24


@pytest.fixture
def any_game():
    """Any game: a wrong argument is wrong for every game."""
    return next(iter(games().values()))


def choose(mask, rng):
    """Return a random legal action for each row."""
    sums = mask.cumsum(axis=1, dtype=np.int64)
    return (sums > (rng.random(len(mask)) * sums[:, -1])[:, None]).argmax(axis=1)


def played(game, seats, seed, bots):
    """Return the match of a seed, bots asked and choosing by the dice of that seed."""
    match, dice = Match(game, seats, seed), [0] * DICE_WORDS
    start_dice(dice, *chance_key(seed), [0] * BLOCK_WORDS)
    while actors := match.actors:
        seat = seat_to_ask(sum(1 << actor for actor in actors), dice)
        legal = match.position.legal_numbers(seat)
        house = bots[seat] == "house"
        action = match.position.house(seat) if house else legal[throw(dice, len(legal))]
        match.play(seat, action)
    return match


def same_tables(one, other):
    return all(np.array_equal(one[f], other[f]) for f in one.dtype.names)


@pytest.mark.parametrize("plain", [True, False], ids=["plain", "compiled"])
def test_rollouts_are_the_matches_of_the_same_seeds(game, seats, plain):
    """Random and house bots: every field of every final table, and every result."""
    bots = ["house" if seat % 2 else "random" for seat in range(seats)]
    size = 4 if plain else SIZE
    batch = Batch(game, seats, size, seed="b", plain=plain, threads=2)
    batch.rollout(bots=bots)

    for number in range(4):
        match = played(game, seats, f"b/{number}", bots)
        assert match.packed()[0] == batch.tables[number]
        assert match.scores == batch.points[number].tolist()
        assert match.ranks == batch.ranks[number].tolist()
        assert match.ending == game.endings[batch.ending[number]]
        assert len(match.moves) == batch.lengths[number]
    assert batch.lengths.sum() == batch.moves
    assert batch.over.all()
    assert (batch.seat == -1).all()


def test_moves_counted_in_pieces_are_the_same_moves(game):
    """Rollouts may stop anywhere: 7 times 50 moves are 350, through ends and new deals."""
    pieces, whole = (Batch(game, size=SIZE, seed="b", threads=1) for _ in range(2))
    for _ in range(7):
        pieces.rollout(50)
    whole.rollout(350)

    assert same_tables(pieces.tables, whole.tables)
    assert np.array_equal(pieces.seat, whole.seat)
    assert pieces.moves == whole.moves == 350 * SIZE


def test_steps_are_the_matches_of_the_same_seeds(game, seats):
    """Game n on a table is the match of seed S/n: seats, masks, sights, results."""
    batch, rng = Batch(game, seats, 3, seed="s"), np.random.default_rng(3)
    matches = [Match(game, seats, f"s/{n}") for n in batch.games]
    dealt = 0
    for _ in range(400):
        for i, match in enumerate(matches):
            seat = int(batch.seat[i])
            assert seat in match.actors
            choices = sorted(match.position.choices(seat))
            assert choices == np.flatnonzero(batch.mask[i]).tolist()
            out = [0] * game.observation
            game.rules["observe"](match.position.table, match.position.box, seat, out)
            assert out == batch.observation[i].tolist()
        actions = choose(batch.mask, rng)
        for match, seat, action in zip(matches, batch.seat, actions, strict=True):
            match.play(int(seat), match.position.action_of(int(seat), int(action)))
        batch.step(actions)
        for i in np.flatnonzero(batch.over):
            assert matches[i].over
            assert matches[i].scores == batch.points[i].tolist()
            assert matches[i].ending == game.endings[batch.ending[i]]
            matches[i] = Match(game, seats, f"s/{batch.games[i]}")
            dealt += 1
        assert [match.over for match in matches] == [False] * 3
    assert dealt or seats > 2


def test_plain_and_compiled_steps_agree(game):
    """Bots inside, bytes outside, lenient, every way to go on: the same arrays."""
    seats = game.seats[0]
    for after, dtype in (
        ("same_step", "float32"),
        ("next_step", "int8"),
        ("stop", "int8"),
    ):
        given = {
            "seed": 5, "bots": [None] * (seats - 1) + ["house"], "after": after,
            "illegal": "lose", "dtype": dtype,
        }  # fmt: skip
        pair = [Batch(game, seats, 4, plain=p, **given) for p in (True, False)]
        rng = np.random.default_rng(5)
        for number in range(30):
            actions = choose(pair[0].mask, rng)
            if number % 7 == 6:
                actions[0] = len(game.actions.choices)  # no choice at all
            for batch in pair:
                batch.step(actions)
            for name in ("seat", "mask", "observation", "rewards", "over", "illegal",
                         "points", "ranks", "ending", "final_observation"):  # fmt: skip
                assert np.array_equal(*(getattr(b, name) for b in pair)), name
        assert same_tables(*(b.tables for b in pair))


def test_threads_change_nothing(game):
    """One thread, two and four, the same games."""
    one, *more = (Batch(game, size=300, seed=1, threads=n) for n in (1, 2, 4))
    rng = np.random.default_rng(1)
    for _ in range(20):
        actions = choose(one.mask, rng)
        for batch in (one, *more):
            batch.step(actions)

    assert [b._backend.threads for b in (one, *more)] == [1, 2, 4]
    for batch in more:
        assert same_tables(one.tables, batch.tables)
        assert np.array_equal(one.observation, batch.observation)


def test_every_table_is_in_one_range(any_game):
    """A thread that is done finds more to do, up to ranges too short to share."""
    for size in (1, 63, 64, 65, 127, 128, 1000, 5000):
        for threads in (1, 2, 3, 8):
            backend = ThreadBackend(any_game, any_game.new_boxes(4), size, threads)
            tables = [table for each in backend._ranges for table in range(*each)]
            first, end = backend._ranges[0]

            assert tables == list(range(size))
            assert backend.threads == 1 or end - first <= size // backend.threads
            assert 1 <= backend.threads <= max(1, size // WORTH_A_THREAD)


@pytest.mark.parametrize("dtype", ["float32", "int8"])
@pytest.mark.parametrize("tell", [False, True])
def test_a_rollout_leaves_masks_and_observations_of_where_it_ends(game, tell, dtype):
    """As a step does: for the seats to act; nothing is legal where a game is over."""
    batch = Batch(game, None, SIZE, seed="m", dtype=dtype)
    for moves in (7, None):
        batch.rollout(moves, tell=tell)
        mask, seen = batch.mask.copy(), batch.observation.copy()

        assert np.array_equal(mask, batch.legal())
        assert np.array_equal(seen, batch.observe())
        assert np.array_equal(mask.any(axis=1), batch.seat >= 0)
    batch.reset()
    batch.rollout(3, tell=tell)
    batch.step(choose(batch.mask, np.random.default_rng(1)))


def test_rewards_are_seats_behind_less_seats_ahead(game, seats):
    """They sum to 0, lie from -1 to 1, and order the seats as the ranks do."""
    batch = Batch(game, seats, 200, seed="r", threads=1)
    batch.rollout()
    ahead = (batch.ranks[:, :, None] < batch.ranks[:, None, :]).sum(axis=2)
    behind = (batch.ranks[:, :, None] > batch.ranks[:, None, :]).sum(axis=2)

    assert batch.rewards == pytest.approx((ahead - behind) / (seats - 1))
    assert batch.rewards.sum(axis=1) == pytest.approx(0, abs=1e-6)


def test_next_step_and_stop_leave_the_last_table_to_be_seen(any_game):
    """`next_step` deals in the next step, whatever the action; `stop` waits for `reset()`."""
    for after in ("next_step", "stop"):
        batch = Batch(any_game, size=4, seed=2, after=after)
        rng = np.random.default_rng(2)
        while not batch.over.any():
            batch.step(choose(batch.mask, rng))
        done = batch.over.copy()
        assert (batch.seat[done] == -1).all()
        assert not batch.mask[done].any()
        actions = choose(batch.mask, rng)
        actions[done] = -5  # no seat is to act: ignored
        game = batch.games
        batch.step(actions)
        assert (batch.games[done] != game[done]).all() == (after == "next_step")
        if after == "stop":
            assert (batch.seat[done] == -1).all()
            batch.reset(where=done)
            assert (batch.games[done] == game[done] + 4).all()
            assert (batch.games[~done] == game[~done]).all()
        assert (batch.seat[done] >= 0).all()


def test_bots_play_their_seats(game):
    """Only learners' seats are asked to act, also right after a deal."""
    seats = game.seats[-1]
    batch = Batch(
        game, seats, 50, seed=3, bots=["house", None, *["random"] * (seats - 2)]
    )
    rng = np.random.default_rng(3)
    for _ in range(60):
        assert (batch.seat == 1).all()
        batch.step(choose(batch.mask, rng))

    assert [1] == batch.learners
    assert batch.moves > 60 * 50


def test_every_seat_can_be_asked_what_it_sees(game):
    """Masks and observations of all seats; the acting seat's equal those given by default."""
    batch = Batch(game, size=5, seed=4, fill=False)
    assert not batch.mask.any()
    masks, sights = batch.legal(every=True), batch.observe(every=True)
    each = np.arange(5)

    assert (5, batch.seats, len(game.actions.choices)) == masks.shape
    assert (5, batch.seats, game.observation) == sights.shape
    assert np.array_equal(masks[each, batch.seat], batch.legal())
    assert np.array_equal(sights[each, batch.seat], batch.observe())
    for i in range(5):
        match = Match(game, batch.seats, f"4/{i}")
        for seat in range(batch.seats):
            choices = sorted(match.position.choices(seat))
            assert choices == np.flatnonzero(masks[i, seat]).tolist()


def test_bytes_stop_where_they_must(game):
    """`int8` is `float32`, cut at -127 and 127."""
    pair = [Batch(game, size=50, seed=6, dtype=dtype) for dtype in ("float32", "int8")]
    for batch in pair:
        batch.rollout(60)
        batch.observe()

    cut = pair[0].observation.clip(-127, 127)
    assert np.array_equal(cut, pair[1].observation)
    assert np.int8 == pair[1].observation.dtype


def test_arrays_are_taken_without_a_copy(any_game):
    """Through DLPack and NumPy's own interface, the same memory."""
    batch = Batch(any_game, size=4, seed=1)
    for name in ("observation", "mask", "rewards", "over", "seat"):
        array = getattr(batch, name)
        for taken in (np.from_dlpack(array), np.asarray(array)):
            assert np.shares_memory(array, taken)
            assert taken.flags.c_contiguous
        batch.step(batch.mask.argmax(axis=1))
        assert getattr(batch, name) is array


def test_an_illegal_action_is_named_and_changes_nothing(game):
    """Index, seat and action, and what would be legal."""
    batch = Batch(game, size=4, seed=8)
    actions = batch.mask.argmax(axis=1)
    actions[2] = batch.mask[2].argmin()
    before = batch.tables.tobytes()
    with pytest.raises(IllegalAction) as error:
        batch.step(actions)

    seat = int(batch.seat[2])
    assert before == batch.tables.tobytes()
    assert (2, seat, actions[2]) == (
        error.value.index, error.value.seat, error.value.action,
    )  # fmt: skip
    start = (
        f"table 2: seat {seat} may not take action {actions[2]} now: expected one of"
    )
    assert str(error.value).startswith(start)
    assert [int(a) for a in error.value.legal] == np.flatnonzero(batch.mask[2]).tolist()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"size": 0}, "size 0: expected a whole number from 1 on"),
        ({"size": 2.0}, "size 2.0: expected a whole number from 1 on"),
        ({"threads": -1}, "threads -1: expected a whole number from 1 on"),
        ({"device": "tpu"}, "device 'tpu': expected one of cpu, cuda"),
        ({"dtype": "f8"}, "dtype 'f8': expected one of float32, int8"),
        ({"after": "x"}, "after 'x': expected one of stop, next_step, same_step"),
        ({"illegal": "x"}, "illegal 'x': expected one of error, lose"),
        (
            {"bots": ["house", None]},
            "expected 4 bots for 4 seats, got 2: a list with None in it names every seat",
        ),
        (
            {"bots": ["house"] * 4},
            (
                "expected at most 3 bots, got 4: somebody is asked at one of 4 seats; None "
                "stands for a learner"
            ),
        ),
        (
            {"bots": "house,house,house,house,house"},
            "expected at most 3 bots for 4 seats, got 5",
        ),
        ({"bots": 7}, f"bots 7: {EXPECTED}"),
        ({"bots": ["house", 7]}, f"bot 7: {EXPECTED}"),
        ({"bots": "house,"}, f"bot '': {EXPECTED}"),
        (
            {"bots": [None, max, max, max]},
            (
                "max cannot play inside a batch, which is compiled: functions play in the "
                "arena and in environments of one table"
            ),
        ),
    ],
)
def test_what_is_wrong_is_said_with_what_is_allowed(any_game, given, sentence):
    """Arguments of a batch."""
    with pytest.raises(BadSetup) as error:
        Batch(any_game, 4, **given)

    assert sentence == str(error.value)


def test_an_unknown_bot_is_refused_with_those_that_may_play(any_game):
    with pytest.raises(BadSetup) as error:
        Batch(any_game, 4, bots="x")

    assert "no bot 'x' here: expected one of random, house, policy" in str(error.value)


def test_wrong_arrays_are_refused(any_game):
    """Shapes and kinds of what is given to a batch."""
    batch = Batch(any_game, size=4)
    for call, sentence in (
        (lambda: batch.step([0, 0]), "actions: expected the shape (4,), got (2,)"),
        (lambda: batch.step([0.5] * 4), "actions: expected whole numbers, got float64"),
        (lambda: batch.reset(where=[1] * 4), "where: expected truth values, got int64"),
        (lambda: batch.reset(1, [True] * 4), "a new seed deals every table"),
        (
            lambda: batch.rollout(bots=["house", None]),
            "seat 1 has no bot: nobody learns",
        ),
        (lambda: batch.rollout(0), "moves 0: expected a whole number from 1 on"),
    ):
        with pytest.raises(BadSetup) as error:
            call()
        assert str(error.value).startswith(sentence)


def test_a_batch_that_does_not_fit_is_refused(any_game, monkeypatch):
    """The sentence says how many tables would fit."""
    monkeypatch.setattr(checks, "memory", lambda: 10_000_000)
    with pytest.raises(
        BadSetup, match=r"a batch of 1000000 needs .* GB: at most \d+ tab"
    ):
        Batch(any_game, size=1_000_000)
