"""The style sheet and the HTML elements that all pages of the lab share."""

import re
from collections.abc import Iterable, Sequence
from html import escape

STYLE = """
:root{color-scheme:light dark;--ink:#20201c;--soft:#6b675d;--paper:#fdfbf6;--card:#fff;
--rule:#e3ddcf;--accent:#8a3b12;--c0:#1f5f8b;--c1:#c2571a;--c2:#3c7d3f;--c3:#8a4f9e;
--c4:#a3842a;--c5:#5d6470}
@media(prefers-color-scheme:dark){:root{--ink:#ece7db;--soft:#a49d8d;--paper:#191815;
--card:#22201c;--rule:#3a372f;--accent:#f0a36b;--c0:#6db3e3;--c1:#f2975b;--c2:#83c686;
--c3:#c994dc;--c4:#dcbd63;--c5:#a9b0bd}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);
font:1.02rem/1.55 system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:62rem;margin:0 auto;padding:1rem 1.2rem 4rem}
h1,h2{font-family:Georgia,"Iowan Old Style",serif;font-weight:600;line-height:1.2;
text-wrap:balance}
h1{font-size:clamp(1.4rem,4vw,1.65rem);margin:.2rem 0 .4rem}
h2{font-size:1.35rem;margin:0 0 .4rem}
a{color:var(--accent)}
.top{display:flex;flex-wrap:wrap;gap:0 1rem;justify-content:space-between;
color:var(--soft);font-size:.9rem}
.about{color:var(--soft);margin:0 0 1rem}
.answer{border-left:.3rem solid var(--accent);background:var(--card);padding:.8rem 1.2rem;
margin:0 0 1.2rem;font-size:1.12rem;border-radius:0 .4rem .4rem 0}
.answer p{margin:0}.answer p+p{color:var(--soft);font-size:1rem;margin-top:.4rem}
.facts{columns:3 17rem;column-gap:1.6rem;margin:0 0 1.6rem;font-size:.9rem;line-height:1.36}
.facts div{break-inside:avoid;margin:0 0 .6rem}
dt{font-weight:600}dd{margin:0}
section{background:var(--card);border:1px solid var(--rule);border-radius:.5rem;
padding:1.1rem 1.2rem;margin:0 0 1.2rem}
figure{margin:.6rem 0 0}
figcaption,.note{color:var(--soft);font-size:.92rem;margin:.2rem 0 .8rem}
svg{display:block;width:100%;height:auto;overflow:visible}
svg.narrow{display:none}
svg text{fill:var(--ink);font:12.5px system-ui,sans-serif}
.many td small{display:block}.row{fill:var(--rule);opacity:.28}
.aim{fill:var(--c2);opacity:.2}.grid{stroke:var(--rule)}
.fair{stroke:var(--ink);stroke-dasharray:4 4;opacity:.65}
.bar{stroke:currentColor;stroke-width:2.6;opacity:.6}circle,rect{fill:currentColor}
.open circle{fill:var(--card);stroke:currentColor;stroke-width:1.6}.open .bar{opacity:.35}
.line{fill:none;stroke:currentColor;stroke-width:2.6}.band{fill:currentColor;opacity:.16}
.hill{fill:none;stroke:currentColor;stroke-width:2.2}
.s0 .hill{fill:currentColor;fill-opacity:.13}
.s0{color:var(--c0)}.s1{color:var(--c1)}.s2{color:var(--c2)}.s3{color:var(--c3)}
.s4{color:var(--c4)}.s5{color:var(--c5)}
.key{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;list-style:none;padding:0;
margin:.3rem 0 .5rem;font-size:.92rem}
.key li::before{content:"●";margin-right:.35em}.key span{color:var(--ink)}
.wide{overflow-x:auto;background:
linear-gradient(to left,var(--card) 40%,transparent) right/2rem 100% no-repeat local,
linear-gradient(to left,var(--rule),transparent) right/1rem 100% no-repeat scroll}
table{border-collapse:collapse;width:100%;font-size:.93rem;font-variant-numeric:tabular-nums}
th,td{text-align:right;padding:.28rem .5rem;border-bottom:1px solid var(--rule);
vertical-align:top}
th:first-child,td:first-child{text-align:left;padding-left:0}
thead th{color:var(--soft);font-weight:500}td small{color:var(--soft);white-space:nowrap}
td{white-space:nowrap}td:first-child{white-space:normal;min-width:11rem}
details>summary{cursor:pointer;color:var(--accent);margin-top:.6rem}
footer{color:var(--soft);font-size:.88rem;margin-top:1.5rem}
@media(max-width:34rem){main{padding:.8rem .7rem 3rem}section{padding:.9rem .8rem}
svg.whole{display:none}svg.narrow{display:block}td small{display:block}}
@media print{svg.whole{display:block!important}svg.narrow{display:none!important}
:root{--paper:#fff;--card:#fff;--ink:#000;--soft:#444;--rule:#ccc;
--accent:#8a3b12;--c0:#1f5f8b;--c1:#c2571a;--c2:#3c7d3f;--c3:#8a4f9e;--c4:#a3842a;
--c5:#5d6470}
body{font-size:10pt}main{max-width:none;padding:0}.answer,figure,tr,.note{
break-inside:avoid}details::details-content{content-visibility:visible;height:auto}
summary{display:none}.wide{overflow:visible;background:none}table{font-size:8.5pt}td{white-space:normal}
section{border:0;padding:.3rem 0}h2,.key{break-after:avoid}
.key{display:block;break-inside:avoid}.key li{display:inline-block;
print-color-adjust:exact;
margin-right:1rem}
.top a{display:none}.facts{columns:2;font-size:9pt}
@page{margin:16mm}}
"""

SIGNS = re.compile(r" (?=[!?;:»])|(?<=«) ")
MANY = 4  # tables with more columns put the interval below its number

Cell = str | tuple[str, str]  # a text, or a text and a smaller one after it


def page(language: str, title: str, body: Iterable[str]) -> str:
    """Return a complete page without scripts or external resources."""
    content, title = "".join(body), escape(title)
    if language == "fr":  # no line may begin with a sign of the word before it
        content, title = (SIGNS.sub("\u00a0", text) for text in (content, title))
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<link rel="icon" href="data:,">'
        f"<title>{title}</title><style>{STYLE}</style></head>"
        f"<body><main>{content}</main></body></html>\n"
    )


def section(title: str, *parts: str, id: str = "") -> str:  # noqa: A002 - HTML's own word
    """Return a section of a page with its title; nothing if it has no content."""
    if not any(parts):
        return ""
    named = f' id="{id}"' if id else ""
    return f"<section{named}><h2>{escape(title)}</h2>{''.join(parts)}</section>"


def figure(drawing: str, caption: str = "") -> str:
    """Return a plot with its caption."""
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f"<figure>{drawing}{below}</figure>" if drawing else ""


def key(names: Sequence[str], first: int = 0) -> str:
    """Return the legend of a plot's colours, starting from series `first`.

    A plot of a single series has no legend.
    """
    if len(names) < 2:  # noqa: PLR2004
        return ""
    listed = "".join(
        f'<li class="s{n % 6}"><span>{escape(name)}</span></li>'
        for n, name in enumerate(names)
        if n >= first
    )
    return f'<ul class="key">{listed}</ul>'


def table(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Return a table that scrolls sideways if it is wider than the page."""
    top = "".join(
        f'<th scope="col">{escape(one)}</th>' if one else "<td></td>" for one in head
    )
    lines = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    many = " many" if len(head) > MANY else ""
    return (
        f'<div class="wide{many}"><table><thead><tr>{top}</tr></thead>'
        f"<tbody>{lines}</tbody></table></div>"
    )


def _cell(cell: Cell) -> str:
    if isinstance(cell, str):
        return f"<td>{escape(cell)}</td>"
    return f"<td>{escape(cell[0])} <small>{escape(cell[1])}</small></td>"


def folded(summary: str, *parts: str, shown: bool = False) -> str:
    """Return a collapsible section; it is open in print."""
    state = " open" if shown else ""
    return f"<details{state}><summary>{escape(summary)}</summary>{''.join(parts)}</details>"
