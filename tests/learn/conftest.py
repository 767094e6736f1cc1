"""Games are looked at once for all tests: the same seed finds the same features."""

from functools import cache

import pytest

from comptoir.learn import run


@pytest.fixture(scope="session", autouse=True)
def _looked_at_once():
    with pytest.MonkeyPatch.context() as patch:
        for name in ("find_features", "usual_points"):
            patch.setattr(run, name, cache(getattr(run, name)))
        yield
