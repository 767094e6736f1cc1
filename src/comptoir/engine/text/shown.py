"""Base class for objects with a rich display: HTML in notebooks, text in terminals."""

import io
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # rich is imported only when something is displayed
    from rich.console import RenderableType

    Drawing = RenderableType

WIDTH = 80
HTML = (
    "<pre style=\"font-family:Menlo,'DejaVu Sans Mono',consolas,monospace;"
    'line-height:1.2;white-space:pre;overflow-x:auto">{code}</pre>'
)


class Shown:
    """Displays the rich renderable that `shown()` returns."""

    __slots__ = ()

    def shown(self) -> "Drawing":
        """Return the rich renderable to display, 80 columns wide."""
        raise NotImplementedError

    def __rich__(self) -> "Drawing":
        return self.shown()

    def __str__(self) -> str:
        return as_text(self.shown()).rstrip("\n")

    def _repr_html_(self) -> str:
        return as_html(self.shown())

    def _repr_pretty_(self, printer: Any, cycle: Any) -> None:
        printer.text(str(self))


def _console(**how: Any) -> Any:
    from rich.console import Console  # noqa: PLC0415 - imported only when needed

    return Console(file=io.StringIO(), width=WIDTH, force_jupyter=False, **how)


def as_text(drawing: "Drawing") -> str:
    """Return a renderable as plain text, without colours."""
    console = _console(color_system=None)
    console.print(drawing)
    return str(console.file.getvalue())


def as_html(drawing: "Drawing") -> str:
    """Return a renderable as an HTML fragment, with colours."""
    console = _console(record=True, force_terminal=True, color_system="truecolor")
    console.print(drawing)
    return str(console.export_html(inline_styles=True, code_format=HTML))
