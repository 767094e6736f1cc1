"""Invitations arrive: a preview of who is waiting, and an address that others can reach."""

import re
import struct
from html import unescape

import pytest
from hands import PHONE, WIDE, expect, make, new_table
from test_looks import violations

from comptoir import games
from comptoir.cli.commands.serve import addresses_of
from server_kit import get

TAG = re.compile(r'<meta property="(og:[\w:]+)" content="([^"]*)">')
PNG = b"\x89PNG\r\n\x1a\n"


def tags(server, table="", **headers):
    """The preview of a link, as a messenger reads it."""
    path = f"/t/{table}" if table else "/"
    text = get(f"{server}{path}", headers={"accept": "text/html", **headers}).text
    return {name: unescape(value) for name, value in TAG.findall(text)}


def test_a_shared_link_tells_the_game_and_who_waits(visit, server):
    """In the table's language; a name cannot break out of it."""
    page = visit(name='<Zoé "&')
    table = new_table(page, "osaka", 4, free=2, bots="house")
    told = tags(server, table)

    assert "Traders of Osaka" == told["og:title"]
    assert '<Zoé "&: waiting for you, 2 seats free.' == told["og:description"]
    assert f"{server}/t/{table}" == told["og:url"]
    assert f"{server}/previews/osaka.png" == told["og:image"]
    assert "<Zoé" not in get(f"{server}/t/{table}").text
    assert {} == tags(server, "nowhere")


@pytest.mark.parametrize("game", ["", *sorted(games())])
def test_a_shared_link_shows_a_picture(visit, server, game):
    """Of the game, or of all four for the first page; by its size as it says."""
    table = new_table(visit(), game, games()[game].seats[0]) if game else ""
    told = tags(server, table, **{"accept-language": "fr"})
    picture = get(told["og:image"])
    width, height = (int(told[f"og:image:{side}"]) for side in ("width", "height"))

    assert ("image/png", True) == (
        picture.headers["content-type"],
        picture.content.startswith(PNG),
    )
    assert (width, height) == struct.unpack(">II", picture.content[16:24])
    assert len(picture.content) < 150_000
    assert ("en_GB" if game else "fr_FR") == told["og:locale"]
    for bad in ("nothing.png", "..%2Findex.html"):
        assert 404 == get(f"{server}/previews/{bad}").status_code


@pytest.mark.parametrize(
    ("size", "language", "told"),
    [
        (PHONE, "fr", "Ada vous invite à une partie de Batavia."),
        (WIDE, "en", "Ada invites you to play Batavia."),
    ],
)
def test_a_shared_link_opens_with_who_invites(visit, size, language, told):
    """Until one sits down; the host reads nothing of it."""
    ada = visit(name="Ada", size=size, language=language)
    table = make(ada, "batavia", 3, free=2)
    other = visit(f"/t/{table}", name="Bo", size=size, language=language)
    expect(other.locator(".invited")).to_have_text(told)
    assert [] == violations(other)
    other.locator(".seats button.main").first.click()
    expect(other.locator(".seats")).to_contain_text("Bo")
    expect(other.locator(".invited")).to_have_count(0)
    expect(ada.locator(".invited")).to_have_count(0)


def test_who_invites_from_this_machine_alone_is_told_what_to_do(visit):
    page = visit()
    make(page, "osaka", 2, free=1)

    expect(page.locator(".invite .alone")).to_contain_text("--host 0.0.0.0")


def test_an_address_that_others_reach_is_in_the_link(visit):
    """The first that the server names; another may be chosen."""
    page = visit()
    known = ["http://192.0.2.7:8765", "http://198.51.100.7:8765"]
    page.route("**/api/addresses", lambda route: route.fulfill(json=known))
    table = make(page, "osaka", 2, free=1)
    expect(page.locator("#link")).to_have_value(f"{known[0]}/t/{table}")
    page.locator(".invite select").select_option(known[1])

    expect(page.locator("#link")).to_have_value(f"{known[1]}/t/{table}")
    expect(page.locator(".invite .alone")).to_have_count(0)


@pytest.mark.parametrize(
    ("host", "found"),
    [
        ("127.0.0.1", []),
        ("localhost", []),
        ("::1", []),
        ("192.0.2.7", ["http://192.0.2.7:80"]),
    ],
)
def test_a_server_on_loopback_is_reached_by_nobody_else(host, found):
    assert found == addresses_of(host, 80)


def test_a_server_that_listens_to_all_names_no_loopback_address():
    assert not [one for one in addresses_of("0.0.0.0", 80) if "//127." in one]
