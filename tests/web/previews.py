"""The pictures that shared links show, and the page's own sign as one: `make pictures`.

Not a test, but drawn by the browser of the tests: whoever takes them looks at them.
"""

import base64
from pathlib import Path

import pytest

from comptoir import games

WEB = Path(__file__).parents[2] / "web"
FOLDER = WEB / "public/previews"
SIZE = {"width": 1200, "height": 630}
STYLE = """
@font-face{font-family:Young;src:url(data:font/woff2;base64,%s)}
*{margin:0;box-sizing:border-box}
body{width:1200px;height:630px;background:#f4ecdb;color:#2c1b10;font-family:Young,serif}
.art svg{display:block;width:1200px;height:500px}
.foot{height:130px;padding:0 48px;display:flex;align-items:center;gap:28px;
border-top:4px solid #84380f}
h1{font-size:64px;font-weight:400}p{font-size:40px;margin-left:auto;color:#84380f}
.sign svg{width:84px;height:84px}
"""


def drawn(page, art, title):
    """Show one picture: what is drawn, its name, and our own."""
    font = base64.b64encode((WEB / "src/fonts/young-serif.woff2").read_bytes()).decode()
    sign = (WEB / "public/favicon.svg").read_text(encoding="utf-8")
    ours = "<p>Comptoir</p>" if title != "Comptoir" else ""
    page.set_content(
        f"<style>{STYLE % font}</style><div class=art>{art}</div><div class=foot>"
        f"<span class=sign>{sign}</span><h1>{title}</h1>{ours}</div>"
    )
    page.evaluate("document.fonts.ready")


@pytest.fixture
def easel(chromium):
    page = chromium.new_page(viewport=SIZE)
    FOLDER.mkdir(exist_ok=True)
    yield page
    page.close()


@pytest.mark.parametrize("title", sorted(games()))
def test_a_game(easel, title):
    art = (WEB / f"src/boards/{title}/picture.svg").read_text(encoding="utf-8")
    drawn(easel, art, games()[title].words("en").say("title"))
    easel.screenshot(path=FOLDER / f"{title}.png")


def test_the_page_itself(easel):
    """All four games, and the sign of an installed page."""
    pictures = (
        (WEB / f"src/boards/{title}/picture.svg").read_text(encoding="utf-8")
        for title in sorted(games())
    )
    four = "".join(f"<div>{picture}</div>" for picture in pictures)
    grid = "display:grid;grid-template-columns:600px 600px;height:500px;overflow:hidden"
    drawn(
        easel,
        f"<style>.four svg{{width:600px!important;height:250px!important}}</style>"
        f"<div class=four style='{grid}'>{four}</div>",
        "Comptoir",
    )
    easel.screenshot(path=FOLDER / "comptoir.png")
    sign = (WEB / "public/favicon.svg").read_text(encoding="utf-8")
    easel.set_viewport_size({"width": 512, "height": 512})
    easel.set_content(
        "<style>*{margin:0}svg{display:block;width:512px;height:512px}</style>" + sign
    )
    easel.screenshot(path=WEB / "public/icon.png")
