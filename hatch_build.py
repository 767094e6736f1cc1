"""The build hooks of the package: what it carries, and how it shows itself on an index.

The wheel carries the built page, and compiled rules if it is told: `COMPTOIR_RULES` names
their folder, made by `comptoir warm --portable`; they are of one Python and one kind of
processor, and so is the wheel then. `COMPTOIR_HOME` is the address of the repository's files;
links of the README lead there, and where it is not known they are plain words.
"""

import importlib.util
import os
import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?://|#)([^)\s]+)\)")


class WheelHook(BuildHookInterface):
    """Build the page before the wheel is packed; an editable install needs none."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, unless it came with the source, and take compiled rules along."""
        if version == "editable":
            return
        if rules := os.environ.get("COMPTOIR_RULES"):
            build_data["force_include"][rules] = "comptoir/engine/backends/compiled"
            build_data |= {"pure_python": False, "infer_tag": True}
        script = Path(self.root) / "web/build.py"
        if not script.exists():
            return
        spec = importlib.util.spec_from_file_location("page", script)
        assert spec
        assert spec.loader
        page = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(page)
        page.build()


class MetadataHook(MetadataHookInterface):
    """The README for an index of packages, which knows no files beside it."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Write the README and the addresses."""
        home = os.environ.get("COMPTOIR_HOME", "").rstrip("/")
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        shown = for_index(text, home)
        metadata["readme"] = {"content-type": "text/markdown", "text": shown}
        metadata["urls"] = addresses(home)


def for_index(text: str, home: str) -> str:
    """Return a README whose links lead to an address, or are plain words without one."""

    def link(found: re.Match[str]) -> str:
        picture, said, target = found.groups()
        if home:
            return f"{picture}[{said}]({home}/{target})"
        return "" if picture else said

    return LINK.sub(link, text)


def addresses(home: str) -> dict[str, str]:
    """Return the addresses of the project, as far as they are known."""
    if not home:
        return {}
    pages = {
        "Documentation": "docs/stability.md",
        "Changelog": "CHANGELOG.md",
        "Source": "",
    }
    return {name: f"{home}/{page}".rstrip("/") for name, page in pages.items()}
