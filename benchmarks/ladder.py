"""Plays every bot against every other, in every game, and writes Markdown tables.

    python benchmarks/ladder.py --results ladder --games 400
    python benchmarks/ladder.py --results ladder --games 40 --bots search:100ms,house,random

Two bots at a time take the seats in turn (A, B, A, B), every deal from every seat. Each
pair has a results file in the folder. A stopped ladder continues from these files; for a
finished one only the tables are rewritten.
"""

import argparse
import re
import sys
from datetime import UTC, datetime
from hashlib import sha256
from itertools import combinations
from pathlib import Path

from comptoir import ComptoirError, games
from comptoir.arena import Book, Contest, local, report, run
from comptoir.arena.report import PairLine
from comptoir.bots.names import NAMES
from comptoir.cli.commands.warm import warm_for

BEGIN, END = "<!-- ladder: begin -->", "<!-- ladder: end -->"


def main() -> None:
    """Play the missing games and write the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--results", type=Path, required=True, metavar="DIR")
    parser.add_argument("--games", type=int, default=400, help="a pair and game")
    parser.add_argument("--bots", default=",".join(NAMES))
    parser.add_argument("--seed", default="ladder")
    parser.add_argument("--limit", type=float, default=local.LIMIT)
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument(
        "--page", type=Path, help="write between the marks of this file"
    )
    asked = parser.parse_args()
    bots = asked.bots.split(",")
    before, after = around(asked.page) if asked.page else ("", "")
    asked.results.mkdir(parents=True, exist_ok=True)
    tables = []
    for name in games():
        warm_for(name, bots)
        pairs = {p: meet(asked, name, *p) for p in combinations(bots, 2)}
        tables.append(table(asked, name, bots, pairs))
    text = "\n".join([BEGIN, *tables, END])
    if asked.page:
        asked.page.write_text(before + text + after, encoding="utf-8")
    print(text)


def around(page: Path) -> tuple[str, str]:
    """Return the text of the page before and after the ladder."""
    before, begin, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ComptoirError(f"{page}: expected {BEGIN} and {END}")
    return before, after


def meet(
    asked: argparse.Namespace, game: str, first: str, second: str
) -> tuple[PairLine, int]:
    """Play a pair of bots; return the results of the first and the number of faults."""
    seats = games()[game].check_seats(None)
    names = ",".join((first, second)[seat % 2] for seat in range(seats))
    contest = Contest.of(game, names, seats, seed=asked.seed)
    file = asked.results / f"{game}-{plain(first)}-{plain(second)}.jsonl"
    print(f"{game}: {first} against {second}", file=sys.stderr)
    with Book(file, contest) as book:
        workers = local.LocalWorkers(asked.workers, asked.limit)
        played = run(contest, contest.slots(asked.games), workers, book)
    told = report(contest, played)
    return told.pairs[0], len(told.faults)


def plain(bot: str) -> str:
    """Return a bot's name in a form fit for file names."""
    if re.fullmatch(r"[\w:.]+", bot):
        return bot.replace(":", "-")
    return f"{bot.rpartition(':')[2]}-{sha256(bot.encode()).hexdigest()[:8]}"


def table(
    asked: argparse.Namespace,
    game: str,
    bots: list[str],
    pairs: dict[tuple[str, str], tuple[PairLine, int]],
) -> str:
    """Return the table of one game."""
    played = games()[game]
    facts = (
        f"{played.check_seats(None)} seats",
        f"rules version {played.version}",
        f"{asked.games} games a pair, rounded up to whole deals",
        f"seed `{asked.seed}`",
        f"{datetime.now(UTC):%Y-%m-%d}",
    )
    short = [bot.rpartition("/")[2] for bot in bots]
    lines = [
        f"\n### {played.words('en').say('title')}\n",
        f"{', '.join(facts)}; better places in %, 95 % interval.\n",
        f"| | {' | '.join(short)} |",
        f"|---|{'---|' * len(bots)}",
    ]
    for name, bot in zip(short, bots, strict=True):
        cells = (cell(pairs, bot, other) for other in bots)
        lines.append(f"| **{name}** | {' | '.join(cells)} |")
    faults = sum(count for _, count in pairs.values())
    if faults:
        lines.append(f"\n{faults} games ended with a fault and do not count.")
    return "\n".join([*lines, ""])


def cell(
    pairs: dict[tuple[str, str], tuple[PairLine, int]], bot: str, other: str
) -> str:
    """Return the table cell of a bot's result against another bot."""
    if bot == other:
        return "–"
    line, _ = pairs.get((bot, other)) or pairs[other, bot]
    if line.better is None:
        return "?"
    share, low, high = line.better, line.low, line.high
    if line.pair != (bot, other):
        share, low, high = 1 - share, 1 - high, 1 - low
    return f"{100 * share:.0f} ({100 * low:.0f}–{100 * high:.0f})"


if __name__ == "__main__":
    try:
        main()
    except ComptoirError as error:
        sys.exit(f"ladder: {error}")
