"""What a person does at a page: make a table, find what may be done, do it.

Nothing here looks once at what is about to change: it waits, however busy the machine is.
"""

import hashlib
import itertools
import json
import random
import weakref
from typing import NamedTuple

from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import expect

from comptoir import games
from waiting import PATIENCE

PATIENT = PATIENCE * 1000  # milliseconds until what has not happened never will
BLINK = 40  # milliseconds between two looks at a page
TRY = 3000  # milliseconds, then look whether the thing is still there, and try again
WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
expect.set_options(timeout=PATIENT)

# The numbers that a page makes up, its requests, follow from the test's name.
DICE = """{ let at = 0; const name = %s;
  const hash = text => [...text].reduce((h, c) => Math.imul(h ^ c.charCodeAt(0), 16777619),
    2166136261);
  const more = sessionStorage.loads = 1 + Number(sessionStorage.loads ?? 0);
  crypto.getRandomValues = list => {
    for (let i = 0; i < list.length; i++)
      list[i] = hash(`${name} ${more} ${at} ${i}`) >>> 8;
    at += 1; return list; };
}"""
KNOWN = "localStorage.setItem('comptoir.known', '1')"  # the page asks who it is
GO = """path => { history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate')); }"""
OFFERED = """() => [...document.querySelectorAll('main [data-action], main [data-arms]')]
  .filter(e => e.offsetParent && !e.disabled)
  .map(e => e.dataset.action ?? e.dataset.arms)"""
SOME = f"verbs => ({OFFERED})().find(action => verbs.includes(action.split(' ')[0]))"
ANY = f"""() => document.querySelector('.ending') ? []
  : (offers => offers.length ? offers : null)(({OFFERED})())"""
BEAT = "() => Number(document.querySelector('[data-beat]')?.dataset.beat ?? -1)"
MOVED = f"beat => !document.querySelector('[data-busy=true]') && ({BEAT})() !== beat"


BOUNDS = {"revisions": 4, "sales": 30}  # hands that know no tiredness need them


class Guest(NamedTuple):
    """Somebody before a page: what they are called, and where."""

    name: str
    language: str
    base: str


SENT = weakref.WeakKeyDictionary()  # the last move that a page has sent, as a text


def listen(page):
    """Return what notes the moves that a page sends."""

    def note(frame):
        request = json.loads(frame)
        if request["type"] == "move":
            SENT[page] = " ".join(map(str, request["action"].values()))

    return lambda socket: socket.on("framesent", note)


GUESTS = weakref.WeakKeyDictionary()  # by the context of their browser
_now = {}  # the test that runs: its name, its requests, its tables


def begin(name):
    """Begin a test: what is made up follows from its name."""
    _now.update(name=name, requests=itertools.count(), tables=[])


def new_request():
    """Return the id of a request, the same whenever the test runs."""
    name = hashlib.sha256(_now["name"].encode()).hexdigest()[:16]
    return f"{name}-{next(_now['requests'])}"


def tables():
    """The tables that were made by the test that runs."""
    return _now["tables"]


def known(page):
    """Let the server know who sits before a page; return their token."""
    guest = GUESTS[page.context]
    if not (token := _token(page, guest.base)):
        body = {"name": guest.name or "Zoé", "language": guest.language}
        asked(page.context.request.post(f"{guest.base}/api/me", data=body))
        token = _token(page, guest.base)
        page.context.add_init_script(KNOWN)
        if page.url.startswith(guest.base):
            page.evaluate(KNOWN)
    return token


def _token(page, base):
    cookies = page.context.cookies(base)
    return next((one["value"] for one in cookies if one["name"] == "comptoir"), None)


def asked(answer):
    """Return what the server says to a request that it grants."""
    assert answer.ok, answer.text()
    return answer.json()


def new_table(page, game, seats, *, bots="novice", options=None, free=0, **more):
    """Make a table with bots in all seats but ours and some free ones; return its id."""
    known(page)
    fields = games()[game].options.__struct_fields__ if game in games() else ()
    bounds = {name: most for name, most in BOUNDS.items() if name in fields}
    chosen = bounds | (options or {})
    settings = {"game": game, "seats": seats, "pace": 0, "options": chosen} | more
    others = [None] * (free + 1) + [bots] * (seats - 1 - free)
    body = {"settings": settings, "request": new_request(), "seat": 0, "bots": others}
    base = GUESTS[page.context].base
    made = asked(page.context.request.post(f"{base}/api/tables", data=body))
    tables().append(made["table"]["id"])
    return made["table"]["id"]


def make(page, game, seats, **how):
    """Make a table and go there."""
    table = new_table(page, game, seats, **how)
    page.goto(f"/t/{table}")
    return table


def go(page, path):
    """Go to another page of ours without loading anything anew; wait for its board."""
    page.evaluate(GO, path)
    wait(page, "() => document.querySelector('.frame .board > *, .frame .text .live')")


FRAMES = """() => new Promise(done =>
  requestAnimationFrame(() => requestAnimationFrame(done)))"""


def resize(page, size):
    """Give the window another size, and wait until all is laid out anew."""
    page.set_viewport_size(size)
    wait(page, "width => innerWidth === width", size["width"])
    page.evaluate(FRAMES)


def wait(page, script, arg=None):
    """Wait until a script at the page returns something, and return it."""
    waits = {"timeout": PATIENT, "polling": BLINK}
    return page.wait_for_function(script, arg=arg, **waits).json_value()


def moved(page, beat):
    """Wait until the table has news, and our own action is no longer on its way."""
    wait(page, MOVED, beat)


def offered(page):
    """What can be clicked now, as actions; nothing once the game is over."""
    return wait(page, ANY)


def wait_offer(page, *verbs):
    """Wait until an action of one of these verbs is offered, and return it."""
    return wait(page, SOME, verbs)


def over(page):
    """Whether the end is shown."""
    return page.locator(".ending").count() > 0


def click(page, action):
    """Click on what stands for an action, and wait until it is done.

    False if it is no longer offered, because somebody else came first.
    """
    beat = page.evaluate(BEAT)
    thing = page.locator(f'main [data-action="{action}"]:visible').first
    arms = page.locator(f'main [data-arms="{action}"]:visible').first
    for _ in range(PATIENT // TRY):
        try:
            if arms.is_visible():  # what is final is asked once more
                arms.click(timeout=TRY)
            thing.click(timeout=TRY)
        except TooLate:
            if action not in page.evaluate(OFFERED):
                return False
        else:
            moved(page, beat)
            sent = SENT.get(page, action)  # a game in this browser sends nothing
            assert sent == action, f"{action} was clicked, {sent} was sent"
            return True
    raise AssertionError(f"{action} is offered and cannot be clicked: {page.url}")


def choose(rng, actions):
    """Choose as somebody who wants to get on."""
    dull = ("coins", "claim", "withdraw", "wait", "renew", "keep")
    eager = [a for a in actions if a.split()[0] not in dull]
    return rng.choice(eager or actions)


def play_on(page, seed=1, most=900, stop=None):
    """Play by clicks until the game is over; return how many clicks it took."""
    rng, clicks = random.Random(seed), 0
    for _ in range(most):
        actions = offered(page)
        if not actions or (stop and stop(page)):
            return clicks
        clicks += click(page, choose(rng, actions))
    raise AssertionError(f"no end after {most} clicks: {page.url}")
