"""Every interesting moment of every game, as the page shows it; nobody plays, nothing waits.

One page is led from table to table. At each everybody is a person who does not move.
"""

import pytest
from hands import OFFERED, expect, resize
from screens import CUT, NAMELESS, RULELESS, SIZES, WRONG
from test_looks import NAMES, UNTRANSLATED, violations

import moment_kit

NARROW = {"width": 320, "height": 568}
ZOOMED = {"width": 683, "height": 384}  # a laptop at 200 %
DAILY = [("fr", ("small", "phone", "side")), ("en", ("laptop", "wide"))]
PIECES = "document.querySelectorAll('.board [data-name], .seats .fact').length"
QUESTION_SEEN = """() => {
  const box = document.querySelector('.question').getBoundingClientRect();
  return box.top < innerHeight && box.bottom > 0 && box.width > 0; }"""
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"


def moments(show, game):
    """Show every moment of a game; yield its name, and whether the reader is asked."""
    for moment in moment_kit.names(game):
        show(game, moment)
        yield moment, moment != moment_kit.END


def asked(page):
    """Whether the reader of a page may do something."""
    return bool(page.evaluate(OFFERED))


def small(page):
    """What is cut off in small windows, where the page scrolls and the bar stays."""
    for size in (NARROW, ZOOMED):
        resize(page, size)
        yield from page.evaluate(CUT)
        if page.evaluate(TOO_WIDE):
            yield "too wide"
        if not page.evaluate(QUESTION_SEEN):
            yield "no question"


@pytest.mark.parametrize("title", sorted(moment_kit.MOMENTS))
@pytest.mark.parametrize(
    ("language", "sizes"),
    [
        *DAILY,
        *(
            pytest.param(language, tuple(SIZES), marks=pytest.mark.nightly)
            for language in ("en", "fr")
        ),
    ],
)
def test_all_that_is_needed_is_inside_the_window(still, title, language, sizes):
    """An answer, the question and all scores; nothing is cut off or drawn too small."""
    page, show = still(size=SIZES[sizes[0]], language=language)
    wrong = {}
    for moment, to_answer in moments(show, title):
        assert asked(page) == to_answer, moment
        for size in sizes:
            resize(page, SIZES[size])
            wrong[moment, size] = page.evaluate(WRONG)

    assert {where: found for where, found in wrong.items() if found} == {}


@pytest.mark.parametrize("title", sorted(moment_kit.MOMENTS))
def test_a_small_window_cuts_nothing_off(still, title):
    """At 320 px, and at 200 % on a laptop, in French: it scrolls, and the bar stays."""
    page, show = still(size=NARROW, language="fr")
    wrong = {moment: list(small(page)) for moment, _ in moments(show, title)}

    assert {where: found for where, found in wrong.items() if found} == {}


@pytest.mark.parametrize("title", sorted(moment_kit.MOMENTS))
@pytest.mark.parametrize(
    "whole",  # axe-core looks at every moment
    [False, pytest.param(True, marks=pytest.mark.nightly)],
    ids=["some", "all"],
)
def test_everything_has_a_name_and_is_accessible_and_translated(still, title, whole):
    """Every piece and number has a name that is read out, and leads to a rule.

    axe-core finds nothing in either theme; and in a pseudo-language, which marks every
    translated text, nothing else is left; on the board and in words.
    """
    page, show = still(size=SIZES["phone"], kept={"pseudo": "1"})
    texts = (moment_kit.names(title)[1], moment_kit.LAST)
    wrong = {}
    for moment, _ in moments(show, title):
        assert page.evaluate(PIECES) > 10, moment
        wrong[moment, "names"] = page.evaluate(NAMELESS)
        wrong[moment, "rules"] = page.evaluate(RULELESS)
        wrong[moment, "language"] = page.evaluate(UNTRANSLATED, sorted(NAMES))
        if whole or moment in texts or moment == moment_kit.END:
            wrong[moment, "axe"] = violations(page)
    show(title, texts[0])
    resize(page, SIZES["wide"])  # where the button is in sight
    page.locator(".top button").first.click()
    for moment in texts:
        show(title, moment)
        expect(page.locator(".text .live")).to_be_visible()
        wrong[moment, "text", "language"] = page.evaluate(UNTRANSLATED, sorted(NAMES))
        wrong[moment, "text", "axe"] = violations(page)

    assert {where: found for where, found in wrong.items() if found} == {}
