"""A pytest plugin that lists which rules are run by tests that cite a paragraph.

pytest -p citations --citations FILE writes, for every number in the docstring of a test
that passed, the functions which the test called: file and line.
"""

import ast
import json
import re
import sys
from collections import defaultdict
from pathlib import Path

import pytest

NUMBER = re.compile(r"\b[A-Z]{3}-\d+\.\d+\b")
WORDS = {"explain.py"}  # cites the paragraphs of other files in its refusals


def rules_citing(folder):
    """Return the functions that cite a number, by number: file and line.

    Numbers that a constant also cites are left out, since reading it calls no function.
    """
    found, constants = defaultdict(set), set()
    for path in sorted(set(folder.glob("*.py")) - {folder / name for name in WORDS}):
        text = path.read_text(encoding="utf-8")
        lines = dict(enumerate(text.splitlines(), 1))
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                first = min([node, *node.decorator_list], key=lambda n: n.lineno).lineno
                for line in range(first, node.end_lineno + 1):
                    for number in NUMBER.findall(lines.pop(line, "")):
                        found[number].add((str(path), first))
        constants |= {n for line in lines.values() for n in NUMBER.findall(line)}
    return {number: at for number, at in found.items() if number not in constants}


class Calls:
    """A recorder of the functions called while a test that cites a number runs."""

    def __init__(self):
        self.by_number = defaultdict(set)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_pyfunc_call(self, pyfuncitem):
        """Record the calls of one test."""
        numbers = NUMBER.findall(pyfuncitem.function.__doc__ or "")
        codes = set()
        if numbers:
            sys.setprofile(lambda frame, *_: codes.add(frame.f_code))
        outcome = yield
        sys.setprofile(None)
        if outcome.excinfo is None:
            places = {(code.co_filename, code.co_firstlineno) for code in codes}
            for number in numbers:
                self.by_number[number] |= places


def pytest_addoption(parser):
    """Add the option for the file."""
    parser.addoption("--citations", type=Path)


def pytest_configure(config):
    """Start recording if a file is given."""
    if config.getoption("--citations"):
        config.pluginmanager.register(Calls(), "calls")


def pytest_sessionfinish(session):
    """Write the recorded calls."""
    calls = session.config.pluginmanager.get_plugin("calls")
    if calls:
        told = {number: sorted(at) for number, at in calls.by_number.items()}
        session.config.getoption("--citations").write_text(json.dumps(told))
