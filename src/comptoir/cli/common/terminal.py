"""The terminal: prints within 80 columns, in colour if supported, and reads lines."""

import os
import re
import sys
import textwrap
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NoReturn, TextIO

from rich.console import Console
from rich.text import Text

WIDTH = 80
_FRENCH_SPACE = re.compile(r" (?=[:;!?»])|(?<=«) ")


class _Console(Console):
    """A rich console that raises BrokenPipeError instead of exiting when its pipe is closed."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


class Terminal:
    """A player's terminal; prints plain text if standard input or output is redirected."""

    def __init__(self) -> None:
        for stream in (sys.stdin, sys.stdout):
            if hasattr(stream, "reconfigure"):  # invalid bytes must not end a game
                stream.reconfigure(errors="replace")
        plain = bool(os.environ.get("NO_COLOR")) or not _is_terminal(sys.stdout)
        self.console = _Console(
            color_system=None if plain else "auto",
            highlight=False,
            markup=False,
            emoji=False,
        )
        self.typed = _is_terminal(sys.stdin)
        self.interactive = self.typed and _is_terminal(sys.stdout)
        narrow = min(WIDTH, self.console.width) if self.interactive else WIDTH
        self.console.width = narrow
        if self.interactive:
            _edit_lines()

    def say(self, text: str, style: str = "", indent: str = "") -> None:
        """Print a wrapped text; continuation lines are indented like the first line."""
        lines = textwrap.wrap(
            bind_signs(text),
            self.console.width,
            initial_indent=indent,
            subsequent_indent=" " * len(indent),
            break_on_hyphens=False,
        )
        wrapped = Text("\n".join(lines).replace("\u00a0", " "), style)
        wrapped.stylize("bold", 0, len(indent))
        self.draw(wrapped)

    def type(self, command: str) -> None:
        """Print a shell command on a line of its own, unwrapped."""
        self.console.print(f"  {command}", soft_wrap=True)

    def draw(self, drawing: Any = "") -> None:
        """Print a rich renderable, or an empty line."""
        self.console.print(drawing)

    def busy(self, text: str) -> AbstractContextManager[object]:
        """Show a spinner with a text while something runs; only on a terminal."""
        return self.console.status(text) if self.interactive else nullcontext()

    def ask(self, mark: str = "> ") -> str:
        """Read a line. If input is redirected, print it too, so that the output is complete.

        Raises:
            EOFError: The input has ended.
        """
        if sys.stdin is None or sys.stdout is None:
            raise EOFError
        line = input(mark)
        if not self.typed:
            self.say(line or " ")
        return line.strip()


def bind_signs(text: str, space: str = "\u00a0") -> str:
    """Replace spaces before French punctuation by `space`, so that no line begins with it."""
    return _FRENCH_SPACE.sub(space, text)


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _edit_lines() -> None:
    """Enable line editing and history, if Python was built with readline."""
    try:
        import readline
    except ImportError:
        return
    readline.parse_and_bind("set enable-bracketed-paste off")
