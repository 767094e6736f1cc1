"""Build the documentation as a site: `make site`, into build/site.

Besides docs/ the site has the rules, the changelog, and the sources that pages link to. A link
out of docs/ leads to a page with the content of that file, so the same pages work in the
repository and on the site. Reference pages are generated from docstrings (`reference.py`).
A broken link fails the build.
"""

import argparse
import asyncio
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from posixpath import normpath, relpath
from typing import Any
from urllib.parse import unquote

import yaml
from reference import filled

from comptoir.server.web import static_edition
from comptoir.server.web.pages.static_files import built

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src/comptoir/games"
LINK = re.compile(r"(!?\[[^\]]*\])\(([^)\s]+)\)")
EDITION = "play-now"  # the folder of the static edition
PLAY_NOW = re.compile(
    rf"<p>.*{EDITION}.*</p>\n\n"
)  # left out if the page was not built
FRENCH = " (français)"  # added to the title of a page with an English version
PAGES = ("CHANGELOG.md", "CONTRIBUTING.md")


def main() -> None:
    """Build the site into a folder and check its links."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "build/site")
    out = parser.parse_args().out.resolve()
    work = out.with_name(f"{out.name}-pages")
    shutil.rmtree(work, ignore_errors=True)
    write_pages(work / "docs")
    write_config(work / "mkdocs.yml")
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    done = subprocess.run(
        command, cwd=work, check=False, capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    if built():
        asyncio.run(static_edition.write(work / "site" / EDITION))
    if lost := lost_links(work / "site"):
        sys.exit("\n".join(lost))
    shutil.rmtree(out, ignore_errors=True)
    (work / "site").replace(out)
    shutil.rmtree(work)
    print(f"{len([*out.rglob('*.html')])} pages in {out}, no broken links")


def write_config(path: Path) -> None:
    """Write the configuration, with the lists of files in its navigation."""
    config = yaml.safe_load((ROOT / "site/mkdocs.yml").read_text(encoding="utf-8"))
    names = sorted(path.parent.name for path in GAMES.glob("*/RULES.md"))
    decisions = sorted(ROOT.glob("docs/decisions/0*.md"))
    lists: dict[str, list[Any]] = {
        "RULES": ["rules/index.md", *_rules(names)],
        "STUDIES": ["studies.md"]
        + [f"studies/{p.name}" for p in sorted(ROOT.glob("docs/studies/*.md"))],
        "DECISIONS": ["decisions/index.md"]
        + [f"decisions/{p.name}" for p in decisions],
    }
    config["nav"] = _listing(config["nav"], lists)
    config["site_dir"] = "site"
    path.write_text(yaml.safe_dump(config, sort_keys=False), encoding="utf-8")


def _rules(names: list[str]) -> list[dict[str, str]]:
    """Return the rules pages of the games by title, with the language in it."""
    found = []
    for name in names:
        for tongue, suffix in (("", ""), (".fr", FRENCH)):
            text = (GAMES / name / f"RULES{tongue}.md").read_text(encoding="utf-8")
            found.append({_title(text) + suffix: f"rules/{name}{tongue}.md"})
    return found


def _title(text: str) -> str:
    return text.splitlines()[0].lstrip("# ")


def _listing(nav: Any, lists: dict[str, list[Any]]) -> Any:
    if isinstance(nav, list):
        return [_listing(entry, lists) for entry in nav]
    if isinstance(nav, dict):
        return {name: _listing(entry, lists) for name, entry in nav.items()}
    return lists.get(nav, nav)


def write_pages(folder: Path) -> None:
    """Write every page of the site to a folder, and copy the pictures."""
    shutil.copytree(ROOT / "docs", folder)
    places = {
        p.relative_to(ROOT / "docs").as_posix(): p for p in ROOT.glob("docs/**/*.md")
    }
    places |= {name: ROOT / name for name in PAGES}
    for path in sorted(GAMES.glob("*/RULES*.md")):
        places[page_of(path.relative_to(ROOT).as_posix())] = path
    texts: dict[str, str] = {}
    for name, path in places.items():
        text, home = path.read_text(encoding="utf-8"), path.relative_to(ROOT).parent
        texts |= _sources(text, home)
        texts[name] = filled(relinked(text, home.as_posix(), name))
    first = (ROOT / "site/index.md").read_text(encoding="utf-8")
    texts["index.md"] = first if built() else PLAY_NOW.sub("", first)
    texts["rules/index.md"] = "# Rules\n\n" + _listed(texts, "rules/")
    texts["decisions/index.md"] = "# Decisions\n\n" + _listed(texts, "decisions/")
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def _listed(texts: dict[str, str], folder: str) -> str:
    """Return a Markdown list of pages, by title."""
    return "\n".join(
        f"- [{_title(text)}{FRENCH if name.endswith('.fr.md') else ''}]"
        f"({name.removeprefix(folder)})"
        for name, text in sorted(texts.items())
        if name.startswith(folder)
    )


def relinked(text: str, folder: str, name: str) -> str:
    """Return a text from the repository with its links rewritten for the site."""

    def link(found: re.Match[str]) -> str:
        said, target = found.groups()
        path, _, anchor = target.partition("#")
        if "://" in target or not path:
            return found[0]
        there = normpath(f"{folder}/{path}")
        page = (
            there.removeprefix("docs/") if there.startswith("docs/") else page_of(there)
        )
        if there == "docs/decisions":
            page = "decisions/index.md"
        elif (ROOT / there).is_dir():  # the site has no pages for folders: plain words
            return said.strip("![]")
        led = relpath(page, str(Path(name).parent))
        return f"{said}({led}{'#' if anchor else ''}{anchor})"

    return LINK.sub(link, text)


def page_of(path: str) -> str:
    """Return the name of the page for a file outside docs/."""
    rules = re.fullmatch(r"src/comptoir/games/(\w+)/RULES(\.fr)?\.md", path)
    if rules:
        return f"rules/{rules[1]}{rules[2] or ''}.md"
    return (
        path
        if path in PAGES
        else f"source/{path}.md"
        if path != "README.md"
        else "index.md"
    )


def _sources(text: str, folder: Path) -> dict[str, str]:
    """Return a page for every source that a text links to."""
    found = {}
    for _, target in LINK.findall(text):
        path = normpath((folder / target.partition("#")[0]).as_posix())
        inside = path.startswith("docs/") or path.endswith(".md")
        if "://" in target or inside:
            continue
        if (ROOT / path).is_dir():
            names = sorted(p.name for p in (ROOT / path).iterdir() if p.is_file())
            told = "\n".join(f"- `{name}`" for name in names)
            found[page_of(path)] = f"# {path}\n\n{told}\n"
        elif (ROOT / path).is_file():
            code = (ROOT / path).read_text(encoding="utf-8")
            found[page_of(path)] = (
                f"# {path}\n\n````{path.rpartition('.')[2]}\n{code}\n````\n"
            )
    return found


class Links(HTMLParser):
    """A parser that collects a page's links and its anchors."""

    def __init__(self, page: Path):
        super().__init__()
        self.targets: list[str] = []
        self.places: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the link or the anchor of a tag."""
        given = dict(attrs)
        self.places |= {given[name] or "" for name in ("id", "name") if name in given}
        wanted = {"a": "href", "img": "src", "script": "src", "link": "href"}.get(tag)
        if wanted and (target := given.get(wanted)):
            self.targets.append(unquote(target))


def lost_links(site: Path) -> list[str]:
    """Return a sentence for each broken link of a built site."""
    pages = {path: Links(path) for path in site.rglob("*.html")}
    lost = []
    for page, links in pages.items():
        for target in links.targets:
            path, _, anchor = target.partition("#")
            if (
                ":" in path.split("/")[0]
                or path.startswith("//")
                or page.name == "404.html"
            ):
                continue
            there = (page.parent / path).resolve() if path else page
            there = there / "index.html" if there.is_dir() else there
            known = there.exists() and (
                not anchor or there not in pages or anchor in pages[there].places
            )
            if not known:
                lost.append(f"{page.relative_to(site)}: {target} leads nowhere")
    return lost


if __name__ == "__main__":
    main()
