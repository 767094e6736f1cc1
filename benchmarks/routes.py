"""Every route of the server, and the request that an attacker sends to it.

A test compares these with the routes of the server: a new route needs an entry, so that
`attacks.py` tries it.
"""

from typing import Any

# The attack fills in the words in braces: one of its finished tables, the game, and so on.
PAGES = """
/ /api /api/openapi.json /api/messages.json /healthz /api/addresses
/api/me /api/me/export /api/me/passkeys /api/me/people /api/me/announcements /api/me/tables
/api/people/{name} /api/people/{name}/games
/api/tables /api/tables/{table} /api/tables/{table}/log /api/tables/{table}/record
/api/tables/{table}/people /api/tables/{table}/replay /api/tables/{table}/replay/{move}
/api/tables/{table}/text /api/tables/{table}/review /api/tables/{table}/review.svg
/api/tables/{table}/chances
/api/games /api/games/{game}/rules /api/games/{game}/components /api/games/{game}/lesson
/api/games/{game}/words /api/games/{game}/board.js
/api/moderation/reports /api/moderation/people /api/moderation/audit
/api/bots /api/ratings/{game} /api/puzzles/{game} /api/puzzles/{game}/{number}
/api/puzzles/{game}/{number}/solution
/api/schema /api/schema/openapi.json /api/schema/{path}
/t/{name} /r/{name} /replay/{name} /learn/{name} /new/{name} /confirm/{name} /rules/{name}
/ratings/{name} /puzzles/{name} /p/{name} /review/{name} /ratings /tables /account
/assets/{name} /engine/{name} /play
/previews/{name} /icon.png /manifest.webmanifest /sw.js /favicon.svg
/unsubscribe/{token}
/studies /studies/{study}/{name} /privacy /.well-known/security.txt /moderation /r /confirm
""".split()  # noqa: SIM905 - a table

WORDS = {
    "name": "Eve", "seat": "0", "move": "200", "number": "0", "study": "x", "path": "x",
    "token": "x.y", "kind": "mute", "guest": "x", "passkey": "x",
}  # fmt: skip
REQUEST = "attack"
SETTINGS = {"game": "{game}", "seats": 3, "public": True}
LONG_SECRET = {"secret": "x" * 200}
CREDENTIAL = {"credential": {"id": "x", "rawId": "x", "response": {"x": "y" * 50_000}}}
FILE = {"name": "x.toml", "text": "[[shipments]]\n" * 3_500}
BODIES: dict[str, Any] = {
    "/api/me": {"name": "Eve"},
    "/api/me/recovery": None,
    "/api/me/warning": None,
    "/api/recover": LONG_SECRET,
    "/api/account": {"login": "Eve", "password": "x" * 200},
    "/api/login": {"login": "Ada", "password": "x" * 200},
    "/api/logout": None,
    "/api/me/goodbye": {"name": "Somebody"},
    "/api/me/passkeys/options": None,
    "/api/me/passkeys": CREDENTIAL | {"name": "Eve"},
    "/api/login/options": None,
    "/api/login/passkey": CREDENTIAL,
    "/api/moderation/measures": {"act": "ban", "player": "x", "reason": "x", "days": 1},
    "/api/reports": {"table": "{table}", "reason": "x" * 1000, "seat": 1},
    "/unsubscribe/{token}": None,
    "/api/me/push/end": {"endpoint": "https://push.example/x"},
    "/api/mail/confirm": LONG_SECRET | {"email": "eve@example.org"},
    "/api/recover/mail": {"name": "Ada"},
    "/api/tables": {"settings": SETTINGS, "request": REQUEST},
    "/api/tables/{table}/seats/{seat}": {"request": REQUEST},
    "/api/tables/{table}/again": {},
    "/api/games/{game}/components": FILE,
    "/api/records": {"record": "batavia-" + "e" * 90_000},
    "/api/match": {"game": "{game}", "seats": 3, "request": REQUEST},
    "/api/tables/{table}/along": None,
    "/api/tables/{table}/branch": {"move": 200, "request": REQUEST},
    "/api/tables/{table}/review": {"depth": "deep"},
}
CHANGES: dict[str, Any] = {
    "/api/me/emblem": {"emblem": "anchor-blue"},
    "/api/me/password": {"new": "x" * 200, "old": "x" * 200},
    "/api/me/push": {"endpoint": "https://push.example/x", "key": "x", "auth": "x"},
    "/api/me/mail": {"email": "eve@example.org"},
    "/api/me/people/{name}/{kind}": None,
    "/api/tables/{table}/along": {"record": "batavia-" + "e" * 90_000},
    "/api/tables/{table}/people": {"kind": "mute", "seat": 1},
    "/api/tables/{table}/settings": SETTINGS,
    "/api/tables/{table}/seats/{seat}/name": None,
    "/api/tables/{table}/seats/{seat}/bot": {"bot": "house"},
    "/api/tables/{table}/seats/{seat}/invitation": {"name": "Ada"},
}
REMOVALS = """
/api/me/devices /api/me/passkeys/{passkey} /api/me/people/{name}/{kind}
/api/me/guests/{guest}/{kind} /api/tables/{table}/seats/{seat}
/api/tables/{table}/seats/{seat}/bot
""".split()  # noqa: SIM905 - a table
ROUTES = (
    {f"GET {path}": None for path in PAGES}
    | {f"POST {path}": body for path, body in BODIES.items()}
    | {f"PUT {path}": body for path, body in CHANGES.items()}
    | {f"DELETE {path}": None for path in REMOVALS}
)


def filled(value: Any, words: dict[str, str]) -> Any:
    """Return a URL or a body with its words in braces filled in."""
    if isinstance(value, dict):
        return {key: filled(one, words) for key, one in value.items()}
    if isinstance(value, str):
        for name, word in words.items():
            value = value.replace(f"{{{name}}}", word)
    return value
