"""The build hook of the wheel: it carries the built page."""

import importlib.util
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface):
    """Build the page before the wheel is packed; an editable install needs none."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, unless it came with the source."""
        script = Path(self.root) / "web/build.py"
        if version == "editable" or not script.exists():
            return
        spec = importlib.util.spec_from_file_location("page", script)
        assert spec
        assert spec.loader
        page = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(page)
        page.build()
