"""Great moments where they happen, their sounds, and the final count."""

from typing import NamedTuple

import pytest
from hands import BEAT, FRAMES, PHONE, expect, moved, offered, wait, wait_offer
from screens import MOST_SHIFT, SHIFTED, SIZES, WATCH
from test_looks import violations

import moment_kit
from comptoir import replay
from comptoir.engine.play.match import Match

GREAT = [  # a game, the event of a great moment, how often it has happened before
    ("batavia", "raided", 1),
    ("osaka", "payday", 1),
    ("osaka", "wrecked", 1),
    ("borneo", "attacked", 0),
    ("borneo", "completed", 2),
    ("borneo", "monopoly", 0),
    ("negoces", "accepted", 1),
    ("negoces", "bought", 0),
    ("negoces", "forced", 0),
]
SOUND_BYTES = 60 * 1024
# Scripts of a test count as presses for the browser; here only real ones do.
LISTEN = """window.contexts = 0; window.started = 0;
let pressed = false;
addEventListener('pointerdown', () => { pressed = true; }, true);
Object.defineProperty(Navigator.prototype, 'userActivation',
  { get: () => ({ hasBeenActive: pressed }) });
const Real = window.AudioContext;
window.AudioContext = class extends Real {
  constructor() { super(); window.contexts += 1; } };
for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
  const start = kind.prototype.start;
  kind.prototype.start = function (...at) { window.started += 1; start.apply(this, at); };
}"""
FORBID = (
    "window.AudioContext = class { constructor() { throw new Error('forbidden'); } };"
)
BOXES = """() => { const box = name => { const e = document.querySelector(name);
    return e && [e.offsetLeft, e.offsetTop, e.offsetLeft + e.offsetWidth,
      e.offsetTop + e.offsetHeight]; };
  const main = document.querySelector('main');
  const found = [box('.moments .caption'), box('.moments .at'),
    [0, 0, main.clientWidth, main.clientHeight]];
  return found.every(Boolean) && found; }"""
HIDE = """() => {
  Object.defineProperty(document, 'hidden', { get: () => true });
  document.dispatchEvent(new Event('visibilitychange')); }"""


class Cue(NamedTuple):
    """A table one move before something happens, and that move."""

    match: Match
    seat: int
    action: str


def before(game, event, times):
    """Return the table before an event of the recorded game, and who causes it."""
    record = moment_kit.record_of(game, moment_kit.END)
    moves = moment_kit.at(game, moment_kit.END).moves
    at = [n for n, move in enumerate(moves) if event in {e.name for e in move.events}]
    seat, _, action = record.moves[at[times]].partition(" ")
    return Cue(replay(record, at[times]), int(seat), action)


@pytest.fixture
def watching(visit, world):
    """Open a table one move before something happens, for somebody who sees it move."""

    def look(game, event, times=0, *, moving=True, tempo="slow", script="", **how):
        cue = before(game, event, times)
        kept = {"tempo": tempo} | how.pop("kept", {})
        page = visit(token=world.reader.token, moving=moving, kept=kept, **how)
        page.add_init_script(script)
        people = world.puppets(cue.match, 0)
        page.goto(f"/t/{people.table}")
        expect(page.locator(".frame .board > *").first).to_be_visible()
        page.evaluate("document.fonts.ready")
        page.evaluate(WATCH)
        return page, lambda: people.move(cue.seat, cue.action)

    return look


def apart(one, other):
    """Whether two boxes have nothing in common."""
    left, top, right, bottom = one
    return (
        right <= other[0] or left >= other[2] or bottom <= other[1] or top >= other[3]
    )


def inside(one, other):
    """Whether a box lies in another one."""
    return one[0] >= other[0] and one[1] >= other[1] and one[2] <= other[2]


@pytest.mark.parametrize(
    "size", ["small", pytest.param("laptop", marks=pytest.mark.nightly)]
)
@pytest.mark.parametrize(("title", "event", "times"), GREAT)
def test_a_great_moment_is_seen_where_it_happens(watching, title, event, times, size):
    """Its caption hides neither its place nor leaves the window; a press goes on."""
    page, happen = watching(title, event, times, size=SIZES[size])
    beat = page.evaluate(BEAT)
    happen()
    caption, place, window = wait(page, BOXES)

    assert apart(caption, place)
    assert inside(caption, window)
    assert page.locator("main [data-action]").count() == 0  # the question waits
    while page.locator(".moments .at").count():
        page.locator(".prompt .question").click()
        page.evaluate(FRAMES)
    moved(page, beat)
    shifts = page.evaluate(SHIFTED)
    assert sum(value for value, _ in shifts) <= MOST_SHIFT, shifts


def test_the_next_question_follows_a_moment_by_itself(watching):
    """And it is asked at once in a tab that nobody looks at."""
    page, happen = watching("borneo", "attacked", tempo="usual")
    happen()
    expect(page.locator(".moments .caption")).to_be_visible()
    assert offered(page)
    expect(page.locator(".moments .at")).to_have_count(0)

    page, happen = watching("borneo", "attacked")
    happen()
    expect(page.locator(".moments .caption")).to_be_visible()
    page.evaluate(HIDE)
    assert offered(page)


def test_nothing_moves_and_nothing_waits_with_reduced_motion(watching):
    """What happened is told beside its place all the same."""
    page, happen = watching("borneo", "attacked", moving=False, tempo="usual")
    happen()
    caption, place, _ = wait(page, BOXES)

    assert apart(caption, place)
    assert offered(page)
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.locator(".moments .actor").count() == 0


def heard(page):
    """What the page has sounded: its audio contexts, and its tones."""
    return page.evaluate("[window.contexts, window.started]")


def test_sounds_are_loaded_after_the_first_press_and_keep_their_volume(visit, at):
    """Before it there is no audio context. Captions are for those who do not hear."""
    page = visit()
    page.add_init_script(LISTEN)
    bodies = {}
    page.on("response", lambda answer: bodies.update({answer.url: answer}))
    at("osaka", "turn", page=page)
    assert wait_offer(page, "coin")
    page.evaluate(FRAMES)
    assert [0, 0] == heard(page)
    assert not [url for url in bodies if "/sounds-" in url]

    page.get_by_role("button", name="Sound: 40%").click()
    page.get_by_role("checkbox", name="captions").check()
    page.locator("#speaker input[type=range]").fill("0.7")
    wait(page, "() => window.started > 0")
    assert heard(page)[0] == 1
    expect(page.locator(".top .caption")).to_have_text("♪ your turn")
    (module,) = [answer for url, answer in bodies.items() if "/sounds-" in url]
    assert len(module.body()) < SOUND_BYTES
    assert [] == violations(page)

    page.reload()
    expect(page.get_by_role("button", name="Sound: 70%")).to_be_visible()
    page.get_by_role("button", name="Sound: 70%").click()
    page.locator("#speaker input[type=range]").fill("0")
    page.locator(".prompt .question").click()
    expect(page.get_by_role("button", name="Sound: off")).to_be_visible()
    action = wait_offer(page, "coin")
    beat = page.evaluate(BEAT)
    page.locator(f'main [data-action="{action}"]:visible').first.click()
    moved(page, beat)
    expect(page.locator(".top .caption")).to_contain_text("♪")
    assert heard(page)[1] == 0


def test_a_browser_that_forbids_sound_plays_on(watching):
    """The caption is there, and so is the next question."""
    page, happen = watching(
        "borneo", "attacked", tempo="usual", script=FORBID, kept={"captions": "1"}
    )
    page.locator(".prompt .question").click()
    happen()
    expect(page.locator(".top .caption")).to_have_text("♪ swords")
    assert offered(page)


def see_through(page):
    """Press until the moments are over and the final count begins."""
    while not page.locator(".ending .source").count():
        page.locator(".prompt .question").click()
        page.evaluate(FRAMES)


def totals(page):
    """The points that the end shows, best first."""
    return [
        int(text.split()[0])
        for text in page.locator(".ending .places .sum").all_inner_texts()
    ]


@pytest.mark.parametrize(("title", "size"), [("batavia", "small"), ("osaka", "laptop")])
def test_the_final_count_comes_to_the_result(watching, title, size):
    """Source by source; a press goes on to the next one, and it can be skipped."""
    page, happen = watching(title, "ended", size=SIZES[size])
    happen()
    see_through(page)
    assert [] == violations(page)
    page.locator(".ending .lead").click(position={"x": 9, "y": 9})
    page.get_by_role("button", name="Skip").click()
    expect(page.locator(".ending .source")).to_have_count(0)

    table = page.url.rpartition("/")[2]
    result = page.request.get(f"/api/tables/{table}").json()["state"]["result"]
    assert totals(page) == sorted(result["points"], reverse=True)
    expect(page.locator(".ending h2")).to_be_in_viewport(ratio=1)
    expect(page.locator(".board.small")).to_be_in_viewport()
    assert [] == violations(page)
    wait(page, "() => document.documentElement.scrollWidth <= innerWidth")
    page.locator(".enlarge").click()
    expect(page.locator(".ending")).to_have_count(0)
    page.get_by_role("button", name="Show the result").click()
    expect(page.locator(".ending .source")).to_have_count(0)  # it is counted once


def test_the_final_count_is_over_where_nobody_looks(watching):
    """In a tab that was left, after a reload, and with reduced motion."""
    page, happen = watching("batavia", "ended", size=PHONE)
    happen()
    see_through(page)
    page.evaluate(HIDE)
    expect(page.locator(".ending .source")).to_have_count(0)
    sums = totals(page)

    page.reload()
    expect(page.locator(".ending .places .rank").first).not_to_be_empty()
    assert totals(page) == sums
    expect(page.locator(".ending .source")).to_have_count(0)

    page, happen = watching("batavia", "ended", moving=False)
    happen()
    expect(page.locator(".ending .places .rank").first).not_to_be_empty()
    assert totals(page) == sums


def test_a_lost_connection_does_not_end_the_final_count(watching):
    """What was counted stays, and the count goes on."""
    page, happen = watching("batavia", "ended")
    happen()
    see_through(page)
    page.context.set_offline(True)
    page.locator(".ending .lead").click(position={"x": 9, "y": 9})
    expect(page.locator(".ending .source")).not_to_be_empty()
    page.context.set_offline(False)
    expect(page.locator(".frame")).to_have_attribute("data-link", "open")
    page.get_by_role("button", name="Skip").click()
    expect(page.locator(".ending .places .rank").first).not_to_be_empty()
