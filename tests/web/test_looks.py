"""What every page must keep to: accessible, translated and small."""

import gzip
from pathlib import Path

from hands import expect, known, make

import server_kit as kit

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
NAMES = {
    "Zoé",
    "Amina",
    "Bram",
    "Chen",
    "Dewi",
    "Elio",
    "Comptoir",
    "Français",
    "English",
}
PATHS = {  # and what shows that the page is there
    "/rules/batavia": ".rules h2",
    "/learn/batavia": ".goal",
    "/nowhere": ".problem",
    "/t/nowhere": ".problem",
    "/r/x": "main button",
}
TABS = {"talk": ".talk form", "rules": ".rules h3", "table": ".invite svg"}
RUN = """rules => axe.run(document, {resultTypes: ['violations'],
  ...(rules ? {runOnly: rules} : {})})"""
UNTRANSLATED = """(names) => {
  const bare = [], depth = text => text.replace(/⟦[^⟦⟧]*⟧/g, '');
  const strip = text => { let now = text, was; do { was = now; now = depth(was); }
    while (now !== was); return now; };
  const hidden = 'svg, code, script, style, [lang]:not(html), [translate="no"]';
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = new Map();
  while (walk.nextNode()) {
    const parent = walk.currentNode.parentElement;
    if (!parent.closest(hidden)) texts.set(parent, (texts.get(parent) ?? '') +
      walk.currentNode.data);
  }
  for (const text of texts.values()) bare.push(strip(text));
  for (const e of document.querySelectorAll('[aria-label], [title], [placeholder]'))
    if (!e.closest('[lang]:not(html)')) for (const a of ['aria-label', 'title', 'placeholder'])
      bare.push(strip(e.getAttribute(a) ?? ''));
  return bare.map(text => names.reduce((t, n) => t.replaceAll(n, ''), text).trim())
    .filter(text => /\\p{L}{2,}/u.test(text));
}"""


def violations(page):
    """What axe-core finds by day; and by night, where nothing but colours differs."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8") + "; 0")
    found = []
    for light, rules in (("dark", ["color-contrast"]), ("light", None)):
        page.emulate_media(color_scheme=light)
        told = page.evaluate(RUN, rules)
        found += [
            (light, rule["id"], [node["html"][:120] for node in rule["nodes"]][:3])
            for rule in told["violations"]
        ]
    return found


def visited(page, world):
    """Go from page to page and yield the name of each once it is there."""
    page.goto("/")
    expect(page.locator(".games li").first).to_be_visible()
    yield "first"
    make(page, "osaka", 2)
    expect(page.locator(".board")).to_be_visible()
    for number, (tab, sign) in enumerate(TABS.items(), 1):
        page.get_by_role("tab").nth(number).click()
        expect(page.locator(f"#panel {sign}").first).to_be_visible()
        yield tab
    make(page, "negoces", 4, free=3)
    expect(page.locator(".waiting")).to_be_visible()
    yield "waiting"
    page.goto(f"/replay/{world.begin(known(page), 'negoces', 'end')}")
    expect(page.locator(".carpet")).to_be_visible()
    yield "replay"
    for path, sign in PATHS.items():
        page.goto(path)
        expect(page.locator(sign).first).to_be_visible()
        yield path


def test_every_page_is_accessible_and_translated(visit, world):
    """First page, panels, waiting, replay, rules: in one walk; boards are looked at apart.

    axe-core finds nothing in either theme; and in a pseudo-language, which marks every
    translated text, nothing else is left.
    """
    page = visit(kept={"pseudo": "1"})
    wrong, left = {}, {}
    for where in visited(page, world):
        wrong[where] = violations(page)
        if "rules" not in where:  # they come from no catalogue
            left[where] = page.evaluate(UNTRANSLATED, sorted(NAMES))

    assert {} == {where: found for where, found in wrong.items() if found}
    assert {} == {where: texts for where, texts in left.items() if texts}


def test_the_first_page_is_small(chromium, server):
    """At most 60 KB on the wire with its pictures and its data; its faces come besides.

    Many tables are open, and told of by the lobby's socket: so many as the page shows.
    """
    host = kit.Person(server, "A host of a long name")
    for bots in ([None, None, "house", "house"], [None, "house", "house", "house"]):
        for _ in range(8):
            host.make("osaka", seats=4, public=True, bots=bots)
    host.http.close()
    context = chromium.new_context(base_url=server)
    page = context.new_page()
    sizes, told = {}, []

    def count(answer):
        packed = answer.headers.get("content-encoding") == "gzip"
        body = answer.body()
        sizes[answer.url] = len(gzip.compress(body)) if packed else len(body)

    def hear(socket):
        socket.on("framereceived", lambda text: told.append(len(text.encode())))

    page.on("response", count)
    page.on("websocket", hear)
    page.goto("/", wait_until="networkidle")
    expect(page.locator("[data-join]")).to_have_count(6)
    open_ = sum(told)
    expect(page.locator("#watch .board").first).to_be_attached()
    page.remove_listener(
        "response", count
    )  # boards of running games come when scrolled to
    with page.expect_websocket(lambda socket: "whole" in socket.url):
        page.locator("[data-rest]").click()
    expect(page.locator("[data-join]").nth(7)).to_be_visible()
    context.close()

    faces = sum(size for url, size in sizes.items() if url.endswith(".woff2"))
    assert 0 < open_ < 5 * 1024
    assert sum(sizes.values()) + open_ - faces <= 60 * 1024, sizes
    assert 0 < faces <= 90 * 1024, sizes
