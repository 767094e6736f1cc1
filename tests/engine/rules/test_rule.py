"""Twins: one source, bound to a game and to a speed."""

from types import SimpleNamespace

from comptoir.engine.model.events import note
from comptoir.engine.rules.rule import Twins, as_it_is, compiled_as, contract, rule


@contract
def answer(t):
    raise NotImplementedError


@rule
def twice(t):
    return 2 * answer(t)


@rule
def again(t, more=1):
    return twice(t) + more


def stand_in(t):
    return "silent"


@compiled_as(stand_in)
def loud(t):
    return "loud"


def ask_loud(t):
    return loud(t)


def test_a_twin_calls_the_games_own_answer():
    """The contract's word is replaced all the way down, the original left alone."""
    twins = Twins({"answer": lambda t: t})

    assert 21 == twins.of(again)(10)
    assert 22 == twins.of(again)(10, 2)
    assert answer is again.__globals__["answer"]


@rule
def field(t):
    return t.field


def test_a_field_may_be_called_like_a_rule():
    """Only what a rule calls is a twin; what it reads from the table is not."""
    assert 4 == Twins({}, lambda f: f).of(field)(SimpleNamespace(field=4))


def test_each_rule_is_passed_through_jit_once():
    """A rule that two others call is compiled once."""
    seen = []

    def jit(function):
        seen.append(function.__name__)
        return function

    twins = Twins({"answer": rule(lambda t: t)}, jit)
    twins.of(again)
    twins.of(twice)

    assert ["<lambda>", "twice", "again"] == seen
    assert 3 == twins.count


@rule
def both(t):
    return twice(t) + again(t) + again(t, 2)


def test_calls_are_counted_by_the_place():
    """In the loops and in all they call, the game's answers included, each rule read once."""
    own = rule(lambda t: field(t) + 1)
    counted = Twins({"answer": own}).count_calls([both])
    times = {code.co_name: count for code, count in counted.items()}

    assert {"both": 1, "twice": 2, "again": 2, "<lambda>": 1, "field": 1} == times


def test_compiled_twins_skip_what_only_plain_runs_do():
    """The journal costs compiled code nothing: `note` is replaced by nothing."""
    assert "loud" == Twins({}, as_it_is).of(ask_loud)(0)
    assert "silent" == Twins({}, lambda f: f).of(ask_loud)(0)


def test_plain_runs_write_the_journal():
    """Kind, seat and two numbers, in order."""
    t = SimpleNamespace(journal=[])
    note(t, 3, 1, 7)
    note(t, 4, -1)

    assert [(3, 1, 7, 0, 0), (4, -1, 0, 0, 0)] == t.journal
