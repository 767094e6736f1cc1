"""Links the code of all rules into a kernel first, then optimises the whole once.

By default numba optimises and emits every function it compiles together with everything the
function calls, so a rule six calls below a kernel is optimised six times. Here rules are
only translated to LLVM IR, and the kernel alone is optimised and emitted, which takes a
third of the time.
"""

from typing import Any

from llvmlite import binding as llvm
from numba.core import codegen, compiler, environment

Library: Any = codegen.JITCodeLibrary
Compiler: Any = compiler.Compiler
lookup: Any = environment.lookup_environment


class RuleLibrary(Library):  # type: ignore[misc]
    """The code of one rule, which is linked into kernels and never runs by itself."""

    def finalize(self) -> None:
        """Skip optimisation: the kernel that links the rule does it."""
        self._finalized = True

    @property
    def codegen(self) -> "RuleLibrary":
        """What numba sets the rule's environment on: this library, in place of the engine."""
        return self

    def set_env(self, name: str, env: Any) -> None:
        """Do nothing: the kernel's code holds the environment."""

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0, since a rule has no machine code."""
        self._ensure_finalized()
        return 0

    def own_module(self) -> Any:
        """Return the rule's own module, which only declares the rules it calls."""
        for function in self._final_module.functions:
            if not function.is_declaration:
                function.linkage = llvm.Linkage.linkonce_odr
        return self._final_module

    def _get_module_for_linking(self) -> Any:
        """Return the rule with everything it calls, for code that is not a kernel."""
        whole = self.own_module().clone()
        _link(whole, self)
        return whole


class KernelLibrary(Library):  # type: ignore[misc]
    """The code of a kernel and all rules it reaches."""

    def finalize(self) -> None:
        """Link every rule once, optimise the whole, and emit machine code."""
        for linked in _link(self._final_module, self):
            self._reload_init.update(linked._reload_init)  # noqa: SLF001
        self._linking_libraries: list[Any] = []
        super().finalize()
        for place in self._final_module.global_variables:
            known = lookup(place.name)
            if known is not None:
                self._codegen.set_env(place.name, known)

    def _optimize_final_module(self) -> None:
        """Run the passes once: numba's second one only prunes reference counts."""
        passes, builder = self._codegen._module_pass_manager()  # noqa: SLF001
        passes.run(self._final_module, builder)

    def _get_module_for_linking(self) -> Any:
        """Return stubs: nothing links to a kernel, and they cut its size on disk to a third."""
        names = [
            function.name
            for function in self._final_module.functions
            if function.linkage == llvm.Linkage.external and not function.is_declaration
        ]
        stubs = (f'define void @"{name}"() {{ ret void }}' for name in names)
        return llvm.parse_assembly("\n".join(stubs))


def _link(module: Any, library: Any) -> list[Any]:
    """Link everything a library reaches into a module, each once; return those libraries."""
    found: dict[Any, None] = {}
    left = list(library._linking_libraries)  # noqa: SLF001
    while left:
        one = left.pop()
        if one in found:
            continue
        found[one] = None
        if isinstance(one, RuleLibrary):
            left += one._linking_libraries  # noqa: SLF001
            module.link_in(one.own_module(), preserve=True)
        else:
            module.link_in(one._get_module_for_linking(), preserve=True)  # noqa: SLF001
    return list(found)


class RuleCompiler(Compiler):  # type: ignore[misc]
    """numba's compiler, which makes each function a `RuleLibrary`."""

    library: type = RuleLibrary

    def __init__(self, typing: Any, target: Any, library: Any, *given: Any):
        library = library or self.library(target.codegen(), "comptoir")
        library.enable_object_caching()
        super().__init__(typing, target, library, *given)


class KernelCompiler(RuleCompiler):
    """numba's compiler, which makes each function a `KernelLibrary`."""

    library = KernelLibrary
