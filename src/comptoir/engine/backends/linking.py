"""How the code of rules comes together in a kernel: linked first, then optimised once.

Left to itself numba optimises and emits every function it compiles, with all that the
function calls inside it: a rule six calls below a kernel is worked through six times before
anybody runs it. Here a rule's code is only written down, and all the work is done in the
kernel: everything compiles in a third of the time.
"""

from typing import Any

from llvmlite import binding as llvm
from numba.core import codegen, compiler, environment

Library: Any = codegen.JITCodeLibrary
Compiler: Any = compiler.Compiler
lookup: Any = environment.lookup_environment


class RuleLibrary(Library):  # type: ignore[misc]
    """The code of one rule: it becomes part of kernels, and never runs by itself."""

    def finalize(self) -> None:
        """Let whoever links the rule optimise it."""
        self._finalized = True

    @property
    def codegen(self) -> "RuleLibrary":
        """Who is told the rule's environment: not the engine, which has no place for it."""
        return self

    def set_env(self, name: str, env: Any) -> None:
        """Leave it to the kernel, whose code holds the place."""

    def get_pointer_to_function(self, name: str) -> int:
        """Return no address, since there is no machine code."""
        self._ensure_finalized()
        return 0

    def own_module(self) -> Any:
        """Return the rule alone; what it calls is declared."""
        for function in self._final_module.functions:
            if not function.is_declaration:
                function.linkage = llvm.Linkage.linkonce_odr
        return self._final_module

    def _get_module_for_linking(self) -> Any:
        """Return the rule with all that it calls, for code that is not a kernel."""
        whole = self.own_module().clone()
        _link(whole, self)
        return whole


class KernelLibrary(Library):  # type: ignore[misc]
    """The code of a kernel and of all rules it reaches."""

    def finalize(self) -> None:
        """Link every rule once, optimise the whole, and make machine code of it."""
        for linked in _link(self._final_module, self):
            self._reload_init.update(linked._reload_init)  # noqa: SLF001
        self._linking_libraries: list[Any] = []
        super().finalize()
        for place in self._final_module.global_variables:
            known = lookup(place.name)
            if known is not None:
                self._codegen.set_env(place.name, known)

    def _optimize_final_module(self) -> None:
        """Run the passes once: numba's first round prunes references, and there are none."""
        passes, builder = self._codegen._module_pass_manager()  # noqa: SLF001
        passes.run(self._final_module, builder)

    def _get_module_for_linking(self) -> Any:
        """Return names alone: nobody links a kernel, and it is a third as large on disk."""
        names = [
            function.name
            for function in self._final_module.functions
            if function.linkage == llvm.Linkage.external and not function.is_declaration
        ]
        stubs = (f'define void @"{name}"() {{ ret void }}' for name in names)
        return llvm.parse_assembly("\n".join(stubs))


def _link(module: Any, library: Any) -> list[Any]:
    """Link all that a library calls, through rules too, each once; return those libraries."""
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
    """numba's compiler, for rules."""

    library: type = RuleLibrary

    def __init__(self, typing: Any, target: Any, library: Any, *given: Any):
        library = library or self.library(target.codegen(), "comptoir")
        library.enable_object_caching()
        super().__init__(typing, target, library, *given)


class KernelCompiler(RuleCompiler):
    """numba's compiler, for kernels."""

    library = KernelLibrary
