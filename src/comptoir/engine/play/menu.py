"""Legal moves as a short list of text, with long runs of numbers as one entry each."""

from collections.abc import Sequence

import msgspec

from comptoir.engine.model.actions import Action
from comptoir.engine.text.words import Words

LONG_RUN = 4  # so many or more consecutive numbers are listed as a range


class MenuEntry(msgspec.Struct, frozen=True):
    """One line of the list: an action, or a range of numbers of one verb."""

    first: Action
    last: Action

    def text(self, words: Words) -> str:
        """Return the text that a player types for this entry."""
        said = words.action(self.first)
        return said if self.first == self.last else f"{said}–{self.last.what}"

    def about(self, words: Words) -> str:
        """Return a short description of the entry."""
        range_key = f"range.{self.first.verb}"
        if self.first != self.last and range_key in words:
            return words.say(range_key)
        return words.about(self.first)


def list_choices(legal: Sequence[Action]) -> list[MenuEntry]:
    """Return the entries for legal actions, with long runs of numbers as ranges."""
    listed: list[MenuEntry] = []
    for run in _runs(legal):
        if len(run) >= LONG_RUN:
            listed.append(MenuEntry(run[0], run[-1]))
        else:
            listed += [MenuEntry(action, action) for action in run]
    return listed


def _runs(legal: Sequence[Action]) -> list[list[Action]]:
    runs: list[list[Action]] = []
    for action in legal:
        before = runs[-1][-1] if runs else None
        goes_on = (
            before is not None
            and before.verb == action.verb
            and isinstance(before.what, int)
            and action.what == before.what + 1
        )
        if goes_on:
            runs[-1].append(action)
        else:
            runs.append([action])
    return runs
