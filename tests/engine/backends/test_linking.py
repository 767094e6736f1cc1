"""Rules are linked into a kernel and optimised there, once."""

import numba
import numpy as np

from comptoir import games
from comptoir.engine.backends.compiler import Compiled
from comptoir.engine.backends.linking import RuleLibrary
from comptoir.engine.kernels.environment import row_of


def libraries(kernels):
    """Return the library of every rule that was compiled."""
    for rule in kernels._graph._made.values():
        for compiled in rule.overloads.values():
            yield compiled.library


def test_no_rule_has_machine_code_of_its_own(tmp_path):
    """Only the kernel is optimised and emitted, with all its rules inside it."""
    kernels = Compiled(games()["negoces"], tmp_path)
    kernels.warm("check_tables")
    made = list(libraries(kernels))
    assert len(made) > 10
    for library in made:
        assert isinstance(library, RuleLibrary)
        assert not library._compiled
    (kernel,) = kernels.check_tables.overloads.values()
    assert kernel.library._compiled


def test_what_is_kept_of_a_kernel_holds_no_code_to_link(tmp_path):
    """A kernel on disk is its machine code and the names in it."""
    kernels = Compiled(games()["negoces"], tmp_path)
    kernels.warm("check_tables")
    (kernel,) = kernels.check_tables.overloads.values()
    _, kind, (code, names) = kernel.library.serialize_using_object_code()
    assert kind == "object"
    assert len(names) * 5 < len(code)


def test_a_rule_can_be_called_from_code_that_is_not_ours():
    """Somebody's own compiled function takes a rule with all that it calls."""
    specialised = Compiled(games()["negoces"])._graph.specialise(row_of)

    @numba.njit
    def twice(rows, i):
        return specialised(rows, i) + specialised(rows, i)

    assert twice(np.zeros(3), 7) == 4
    assert twice(np.zeros(3), 1) == 2
