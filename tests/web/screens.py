"""What must be inside the window whenever it is our turn, and what moved meanwhile."""

SIZES = {
    "small": {"width": 360, "height": 640},
    "phone": {"width": 390, "height": 844},
    "laptop": {"width": 1366, "height": 768},
    "wide": {"width": 1440, "height": 900},
    "side": {"width": 844, "height": 390},  # a phone on its side
}
MOST_SHIFT = 0.1  # of layout, over a whole game: what Web Vitals call good

WATCH = """() => { window.shifts = [];
  new PerformanceObserver(list => { for (const e of list.getEntries())
    if (!e.hadRecentInput) window.shifts.push([e.value,
      e.sources.map(s => s.node?.className?.baseVal ?? s.node?.className ?? '').join(' ')]);
  }).observe({type: 'layout-shift'}); }"""
SHIFTED = "() => window.shifts"

# An element is seen if it is inside the window, and a press on its middle would hit it.
SEEN = """(e, press = false) => { const b = e.getBoundingClientRect();
  const inside = b.width && b.top >= -1 && b.left >= -1 && b.bottom <= innerHeight + 1
    && b.right <= innerWidth + 1;
  if (!inside || !press) return inside;
  const hit = document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2);
  return e.contains(hit) || hit?.contains(e); }"""

# A text is cut off if something around it hides a part of it and cannot be scrolled. What is
# told in brief has its whole text in its name or in the log; cards lie over each other.
CUT = """() => { const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode, parent = node.parentElement;
    const left = '.unseen, .words, [data-brief], [data-covered], svg, [inert]';
    if (!node.data.trim() || parent.closest(left) || !parent.checkVisibility()) continue;
    const range = document.createRange(); range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (!text.width) continue;
    for (let box = parent; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box), edge = box.getBoundingClientRect();
      const over = [text.left < edge.left - 2 || text.right > edge.right + 2,
        text.top < edge.top - 3 || text.bottom > edge.bottom + 3];
      const ways = [style.overflowX, style.overflowY];
      if (box.matches('.prompt .question, .prompt, .seats li') && (over[0] || over[1])
        || ways.some((way, at) => over[at] && (way === 'hidden' || way === 'clip')))
        { found.push(`${box.className}: ${node.data.trim().slice(0, 40)}`); break; }
      if (ways.some(way => way === 'auto' || way === 'scroll')) break;
    }
  }
  return [...new Set(found)]; }"""

# A drawing that had to make room for something else is none any more.
LEAST = 8  # pixels
TINY = f"""() => [...document.querySelectorAll('.board svg, .seats svg')].filter(e => {{
  const box = e.getBoundingClientRect();
  return box.width && e.checkVisibility() && !e.closest('[data-covered], .board.small')
    && Math.min(box.width, box.height) < {LEAST}; }})
  .map(e => `${{e.getAttribute('class')}} in ${{e.parentElement.className}}`)"""

WRONG = f"""() => {{ const seen = {SEEN}, wrong = [];
  const all = name => [...document.querySelectorAll(name)];
  const offers = all('main [data-action]');
  if (offers.length && !offers.some(e => seen(e, true))) wrong.push('no answer');
  if (!all('.question').some(e => e.textContent.trim() && seen(e))) wrong.push('no question');
  const scores = all('.seats .fact.score');
  if (!scores.length || !scores.every(e => seen(e))) wrong.push('no scores');
  const bar = document.querySelector('.answers'), below = bar.scrollHeight - bar.clientHeight;
  if (bar.scrollWidth > bar.clientWidth + 1) wrong.push('answers beside the bar');
  if (below - bar.scrollTop > 20 && !bar.matches('.more')) wrong.push('no sign of more');
  if (document.documentElement.scrollWidth > innerWidth) wrong.push('too wide');
  if (document.documentElement.scrollHeight > innerHeight + 1) wrong.push('too high');
  for (const text of ({TINY})()) wrong.push(`too small: ${{text}}`);
  return [...wrong, ...({CUT})().map(text => `cut off: ${{text}}`)]; }}"""

# Names of things on the board and in the panels that lead to no rule.
RULELESS = """() => [...document.querySelectorAll('.board [data-name], .seats .fact')]
  .filter(e => e.getClientRects().length && !e.closest('[data-rule]'))
  .map(e => `${e.className}: ${e.dataset.name}`)"""

# Whatever is drawn on the board or stands there as a number belongs to something with a name;
# what is only scenery is hidden from screen readers. Names are those that are read out, too.
NAMELESS = """() => { const found = [];
  const shown = e => e.checkVisibility() && e.getClientRects().length;
  for (const e of document.querySelectorAll('.board [role=img], .board button, .seats .fact')) {
    if (!shown(e)) continue;
    const read = (e.getAttribute('aria-label') ?? e.textContent).trim();
    const words = e.matches('button') && e.innerText.trim().length > 1;
    if (!read || !(e.dataset.name || words)) found.push(`${e.className}: ${read}`);
  }
  for (const e of document.querySelectorAll('.board svg, .seats svg'))
    if (shown(e) && !e.closest('[data-name], [aria-hidden=true], button'))
      found.push(`drawing ${e.getAttribute('class')} in ${e.parentElement.className}`);
  const board = document.querySelector('.board');
  const walk = document.createTreeWalker(board, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) { const e = walk.currentNode.parentElement;
    if (/^[\\d×≥≤/→·⚑]+$/.test(walk.currentNode.data.trim()) && shown(e)
      && !e.closest('[data-name], .unseen, button, svg, input'))
      found.push(`number ${walk.currentNode.data} in ${e.className}`); }
  return [...new Set(found)]; }"""


def settled(look):
    """Return a script that looks again in later frames, until it finds nothing wrong.

    A fault of the layout stays; what is only between two frames, such as a face that is still
    loading, is gone within a second.
    """
    return f"""async () => {{ await document.fonts.ready; let wrong = [];
      for (let frame = 0; frame < 60; frame++) {{
        wrong = ({look})();
        if (!wrong.length) break;
        await new Promise(requestAnimationFrame);
      }}
      return wrong; }}"""


CUT, WRONG = settled(CUT), settled(WRONG)
