"""The call graph: one source, specialised for a game and a backend, and its fingerprint."""

from enum import IntEnum
from types import FunctionType, SimpleNamespace

import pytest

from comptoir.engine.model.events import note
from comptoir.engine.rules.callgraph import CallGraph, as_it_is
from comptoir.engine.rules.rule import compiled_as, contract, rule


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


def test_a_specialised_rule_calls_the_games_own_answer():
    """The contract's function is replaced in all callees; the original stays unchanged."""
    graph = CallGraph({"answer": lambda t: t})

    assert 21 == graph.specialise(again)(10)
    assert 22 == graph.specialise(again)(10, 2)
    assert answer is again.__globals__["answer"]


@rule
def field(t):
    return t.field


def test_a_field_may_be_called_like_a_rule():
    """Only what a rule calls is specialised; what it reads from the table is not."""
    graph = CallGraph({}, lambda f: f)

    assert 4 == graph.specialise(field)(SimpleNamespace(field=4))


def test_each_rule_is_passed_through_jit_once():
    """A rule that two others call is compiled once."""
    seen = []

    def jit(function):
        seen.append(function.__name__)
        return function

    graph = CallGraph({"answer": rule(lambda t: t)}, jit)
    graph.specialise(again)
    graph.specialise(twice)

    assert ["<lambda>", "twice", "again"] == seen
    assert 3 == graph.count


@rule
def both(t):
    return twice(t) + again(t) + again(t, 2)


def test_calls_are_counted_by_the_place():
    """In the loops and in all they call, the game's answers included, each rule read once."""
    own = rule(lambda t: field(t) + 1)
    counted = CallGraph({"answer": own}).count_calls([both])
    times = {code.co_name: count for code, count in counted.items()}

    assert {"both": 1, "twice": 2, "again": 2, "<lambda>": 1, "field": 1} == times


def test_compiled_code_skips_what_only_plain_runs_do():
    """The journal costs compiled code nothing: `note` is replaced by nothing."""
    assert "loud" == CallGraph({}, as_it_is).specialise(ask_loud)(0)
    assert "silent" == CallGraph({}, lambda f: f).specialise(ask_loud)(0)


def test_plain_runs_write_the_journal():
    """Kind, seat and two numbers, in order."""
    t = SimpleNamespace(journal=[])
    note(t, 3, 1, 7)
    note(t, 4, -1)

    assert [(3, 1, 7, 0, 0), (4, -1, 0, 0, 0)] == t.journal


SOURCE = '''
LIMIT = 5
OTHER = 7

class Phase(IntEnum):
    BID = 1
    OVER = 2

@rule
def helper(n):
    """Help."""
    return n + 1

@rule
def top(n):
    """Say."""
    return helper(n) if n < LIMIT and n != Phase.OVER else 0
'''


def fingerprint(source=SOURCE, flags=lambda _: None):
    scope = {"rule": rule, "IntEnum": IntEnum, "__name__": "trial"}
    exec(source, scope)
    return CallGraph({}).fingerprint(scope["top"], flags)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"""Say."""', '"""Say something else."""'),
        ('"""Help."""', '"""Help, at length."""'),
        ("\nLIMIT", "\n\n# A comment, and lines that move all that follows.\n\nLIMIT"),
        ("OTHER = 7", "OTHER = 8"),
        ("BID = 1", "BID = 3"),
        ("LIMIT = 5", "LIMIT = 2 + 3"),
    ],
)
def test_what_no_rule_reads_changes_nothing(old, new):
    """Words, places and constants of others."""
    assert fingerprint() == fingerprint(SOURCE.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("n + 1", "n + 2"),
        ("LIMIT = 5", "LIMIT = 6"),
        ("OVER = 2", "OVER = 4"),
        ("n < LIMIT", "n <= LIMIT"),
    ],
)
def test_what_a_rule_reaches_changes_it(old, new):
    """Its own code, that of what it calls, and every constant they read."""
    assert fingerprint() != fingerprint(SOURCE.replace(old, new))


def test_flags_belong_to_the_fingerprint():
    """How a rule is compiled is part of what comes out."""
    assert fingerprint() != fingerprint(flags=lambda function: function.__name__)


def test_a_global_that_is_no_constant_is_named():
    """Rules may read only what the cache can track; the error says where they do not."""
    scope = {"thing": object(), "__name__": "trial"}
    code = compile("def top(n):\n    return thing", "trial", "exec")
    exec(code, scope)
    assert isinstance(scope["top"], FunctionType)

    with pytest.raises(TypeError, match="top reads the global 'thing', a object"):
        CallGraph({}).fingerprint(scope["top"], lambda _: None)
