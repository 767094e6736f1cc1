"""The build hook of the wheel: it carries the built page, and compiled rules if it is told.

`COMPTOIR_RULES` names the folder of the latter, made by `comptoir warm --portable`; they are
of one Python and one kind of processor, and so is the wheel then.
"""

import importlib.util
import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


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
