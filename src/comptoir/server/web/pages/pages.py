"""Pages that the server writes itself: a plain first page, and the API documentation."""

from html import escape
from typing import Any

from comptoir.engine.model import registry
from comptoir.engine.text.words import LANGUAGES, Words
from comptoir.server.domain.refusals import WORDS
from comptoir.server.storage.store import Summary

STYLE = """
body{font:1.05rem/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;
color:#222;background:#fdfbf7}
h1,h2,h3{line-height:1.2}code,pre{font:.95em/1.4 ui-monospace,monospace}
pre{overflow:auto;background:#f1ece1;padding:.7rem;border-radius:.4rem}
table{border-collapse:collapse}td,th{text-align:left;padding:.2rem .8rem .2rem 0;
vertical-align:top}a{color:#7a3e00}
@media(prefers-color-scheme:dark){body{color:#eee;background:#1c1a17}
pre{background:#2a2722}a{color:#ffb870}}
"""


ABOUT = (
    "<p>One WebSocket per table for play, HTTP for everything else. For "
    'programs: <a href="/api/openapi.json">OpenAPI</a>, '
    '<a href="/api/messages.json">messages</a>.</p>'
)


def first_page(language: str, tables: list[Summary]) -> str:
    """Return the first page: the games, the open tables, and a link for programs."""
    words = Words(language, WORDS)
    games = "".join(_game(name, language) for name in registry.names())
    listed = "".join(_table(table, language) for table in tables)
    empty = f"<p>{escape(words.say('page.no_tables'))}</p>"
    return whole_page(
        language,
        words.say("page.title"),
        f"<p>{escape(words.say('page.about'))}</p>"
        f"{in_the_other('/', language)}"
        f"<h2>{escape(words.say('page.games'))}</h2><dl>{games}</dl>"
        f"<h2>{escape(words.say('page.tables'))}</h2>"
        f"{f'<ul>{listed}</ul>' if listed else empty}"
        f'<p><a href="/api">{escape(words.say("page.api"))}</a></p>'
        f"<p><small>{escape(words.say('page.unofficial'))}</small></p>",
    )


def in_the_other(path: str, language: str) -> str:
    """Return a link to the same page in the other language."""
    other = next(one for one in LANGUAGES if one != language)
    name = "Français" if other == "fr" else "English"
    return f'<p><a href="{path}?language={other}" hreflang="{other}">{name}</a></p>'


def _game(name: str, language: str) -> str:
    game = registry.load(name)
    words = game.words(language, WORDS)
    seats = words.say("page.seats", least=game.seats[0], most=game.seats[-1])
    return (
        f"<dt><strong>{escape(words.say('title'))}</strong> ({escape(seats)})</dt>"
        f"<dd>{escape(words.say('about'))}</dd>"
    )


def _table(table: Summary, language: str) -> str:
    words = registry.load(table.settings.game).words(language)
    names = ", ".join(name or bot for _, _, name, bot, _ in table.places)
    return f"<li>{escape(words.say('title'))}: {escape(names)} ({table.state})</li>"


def interface(schema: dict[str, Any], messages: dict[str, Any]) -> str:
    """Return the page that documents the interface for programs; it needs no scripts."""
    parts = [ABOUT]
    for path, verbs in schema["paths"].items():
        parts += [
            _operation(path, verb, described) for verb, described in verbs.items()
        ]
    parts.append("<h2>Messages of the WebSocket</h2>")
    for name, described in sorted(messages.items()):
        if "properties" in described:
            parts.append(_message(name, described))
    return whole_page("en", "Comptoir: the interface", "".join(parts))


def _operation(path: str, verb: str, described: dict[str, Any]) -> str:
    about = escape(described.get("description") or described.get("summary", ""))
    rows = [
        f"<tr><td><code>{escape(p['name'])}</code></td><td>{p['in']}</td></tr>"
        for p in described.get("parameters", [])
    ]
    body = (
        described.get("requestBody", {}).get("content", {}).get("application/json", {})
    )
    if body:
        rows.append(f"<tr><td>body</td><td>{_type(body['schema'])}</td></tr>")
    for status, answer in described.get("responses", {}).items():
        for content in answer.get("content", {}).values():
            shape = _type(content.get("schema", {}))
            rows.append(f"<tr><td>{escape(str(status))}</td><td>{shape}</td></tr>")
    return (
        f"<h3><code>{verb.upper()} {escape(path)}</code></h3><p>{about}</p>"
        f"<table>{''.join(rows)}</table>"
    )


def _message(name: str, described: dict[str, Any]) -> str:
    fields = "".join(
        f"<tr><td><code>{escape(field)}</code></td><td>{_type(shape)}</td></tr>"
        for field, shape in described["properties"].items()
    )
    about = escape(described.get("description", ""))
    return f"<h3><code>{escape(name)}</code></h3><p>{about}</p><table>{fields}</table>"


def _type(shape: dict[str, Any]) -> str:
    """Return a JSON schema as short HTML."""
    if "$ref" in shape:
        return f"<code>{escape(shape['$ref'].rpartition('/')[2].rpartition('_')[2])}</code>"
    if "enum" in shape:
        return " | ".join(
            f"<code>{escape(str(value))}</code>" for value in shape["enum"]
        )
    for several in ("anyOf", "oneOf"):
        if several in shape:
            return " | ".join(_type(one) for one in shape[several])
    if shape.get("type") == "array":
        return f"[{_type(shape.get('items') or {})}]"
    return escape(str(shape.get("type", "any")))


def whole_page(language: str, title: str, body: str) -> str:
    """Return one of the server's own pages, without scripts."""
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<link rel="icon" href="data:,">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
        '<body><header><a href="/">Comptoir</a></header>'
        f"<main><h1>{escape(title)}</h1>{body}</main></body></html>"
    )
