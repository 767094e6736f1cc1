"""What a person does at a page: make a table, find what may be done, do it.

Nothing here looks once at what is about to change: it waits, however busy the machine is.
"""

import random

from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import expect

from comptoir import games
from waiting import PATIENCE

PATIENT = PATIENCE * 1000  # milliseconds until what has not happened never will
TRY = 3000  # milliseconds, then look whether the thing is still there, and try again
WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
expect.set_options(timeout=PATIENT)

MAKE = """async ([settings, bots]) => {
  const post = (path, body) => fetch(path, {method: 'POST',
    headers: {'content-type': 'application/json'}, body: JSON.stringify(body)});
  if (!localStorage.getItem('comptoir.known')) {
    await post('/api/me', {name: localStorage.getItem('comptoir.name') || 'Zoé'});
    localStorage.setItem('comptoir.known', '1');
  }
  const request = Array.from(crypto.getRandomValues(new Uint8Array(8)), String).join('-');
  const made = await post('/api/tables', {settings, request, seat: 0, bots});
  return (await made.json()).table.id;
}"""
OFFERED = """() => [...document.querySelectorAll('main [data-action], main [data-arms]')]
  .filter(e => e.offsetParent && !e.disabled)
  .map(e => e.dataset.action ?? e.dataset.arms)"""
SOME = f"verbs => ({OFFERED})().find(action => verbs.includes(action.split(' ')[0]))"
ANY = f"""() => document.querySelector('.ending') ? []
  : (offers => offers.length ? offers : null)(({OFFERED})())"""
BEAT = "() => Number(document.querySelector('[data-beat]')?.dataset.beat ?? -1)"
MOVED = f"beat => !document.querySelector('[data-busy=true]') && ({BEAT})() !== beat"


BOUNDS = {"revisions": 4, "sales": 30}  # hands that know no tiredness need them


def make(page, game, seats, *, bots="novice", options=None, free=0, **more):
    """Make a table with bots in all seats but ours and some free ones; go there."""
    fields = games()[game].options.__struct_fields__
    bounds = {name: most for name, most in BOUNDS.items() if name in fields}
    chosen = bounds | (options or {})
    settings = {"game": game, "seats": seats, "pace": 0, "options": chosen}
    settings |= more
    others = [None] * (free + 1) + [bots] * (seats - 1 - free)
    table = page.evaluate(MAKE, [settings, others])
    page.goto(f"/t/{table}")
    return table


def wait(page, script, arg=None):
    """Wait until a script at the page returns something, and return it."""
    return page.wait_for_function(script, arg=arg, timeout=PATIENT).json_value()


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
