"""What a person does at a page: make a table, find what may be done, do it."""

import random

PATIENT = 30_000  # milliseconds: the machine may be busy
WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}

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
OFFERED = """() => [...document.querySelectorAll('main [data-action]')]
  .filter(e => e.offsetParent && !e.disabled && e.getAttribute('aria-disabled') !== 'true')
  .map(e => e.dataset.action)"""
OVER = "() => !!document.querySelector('.ending')"
BEAT = "() => Number(document.querySelector('[data-beat]')?.dataset.beat ?? -1)"


def make(page, game, seats, *, bots="novice", options=None, free=0):
    """Make a table with bots in all seats but ours and some free ones; go there."""
    settings = {"game": game, "seats": seats, "pace": 0, "options": options or {}}
    others = [None] * (free + 1) + [bots] * (seats - 1 - free)
    table = page.evaluate(MAKE, [settings, others])
    page.goto(f"/t/{table}")
    return table


def moved(page, beat):
    """Wait until the table has news."""
    page.wait_for_function(
        "beat => Number(document.querySelector('[data-beat]')?.dataset.beat ?? -1) !== beat",
        arg=beat, timeout=PATIENT,
    )  # fmt: skip


def offered(page):
    """What can be clicked now, as actions; nothing once the game is over."""

    def found():
        return page.evaluate(OVER) or page.evaluate(OFFERED)

    actions = wait_for(page, found, "an offer")
    return [] if actions is True else actions


def wait_for(page, happens, what):
    """Wait until something is so at a page, and return it."""
    for _ in range(PATIENT // 20):
        if result := happens():
            return result
        page.wait_for_timeout(20)
    raise AssertionError(f"waited in vain for {what} at {page.url}")


def click(page, action):
    """Click on what stands for an action, and wait until it is done."""
    beat = page.evaluate(BEAT)
    page.locator(f'main [data-action="{action}"]:visible').first.click(timeout=3000)
    moved(page, beat)


def choose(rng, actions):
    """Choose as somebody who wants to get on."""
    dull = ("coins", "claim", "withdraw", "wait", "renew", "keep")
    eager = [a for a in actions if a.split()[0] not in dull]
    return rng.choice(eager or actions)


def play_on(page, seed=1, most=900, stop=None):
    """Play by clicks until the game is over; return how many clicks it took."""
    rng = random.Random(seed)
    for clicks in range(most):
        actions = offered(page)
        if not actions or (stop and stop(page)):
            return clicks
        try:
            click(page, choose(rng, actions))
        except Exception:
            if page.evaluate(OVER):
                return clicks
            if set(page.evaluate(OFFERED)) == set(actions):
                raise
    raise AssertionError(f"no end after {most} clicks: {page.url}")
