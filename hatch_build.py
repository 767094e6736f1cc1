"""Build hooks of the package: the contents of the wheel, and the README for a package index.

The wheel contains the built page. It also contains compiled rules if `COMPTOIR_RULES` names
their folder, made by `comptoir warm --portable`; the wheel is then for one Python version and
one processor architecture. `COMPTOIR_HOME` is the URL of the repository's files, which links
of the README lead to; without it the links become plain words.
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
    """A hook that builds the page before packing the wheel, except for editable installs."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, unless the source contains it, and add compiled rules."""
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
    """A hook that writes the README for a package index, which has no files to link to."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the README and the project's URLs."""
        home = os.environ.get("COMPTOIR_HOME", "").rstrip("/")
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        shown = for_index(text, home)
        metadata["readme"] = {"content-type": "text/markdown", "text": shown}
        metadata["urls"] = addresses(home)


def for_index(text: str, home: str) -> str:
    """Return a README whose links lead to a URL, or are plain words without one."""

    def link(found: re.Match[str]) -> str:
        picture, said, target = found.groups()
        if home:
            return f"{picture}[{said}]({home}/{target})"
        return "" if picture else said

    return LINK.sub(link, text)


def addresses(home: str) -> dict[str, str]:
    """Return the known URLs of the project."""
    if not home:
        return {}
    pages = {
        "Documentation": "docs/stability.md",
        "Changelog": "CHANGELOG.md",
        "Source": "",
    }
    return {name: f"{home}/{page}".rstrip("/") for name, page in pages.items()}
