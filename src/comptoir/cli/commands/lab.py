"""`comptoir lab`: play a study of variants and report which is better, with intervals."""

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from comptoir.cli.common import flags
from comptoir.cli.common.names import game_named
from comptoir.engine.errors import BadSetup

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from comptoir.lab import Report, Study, StudyProgress, Workers


@click.command()
@click.argument("study", type=Path, required=False)
@click.option(
    "--names", metavar="GAME",
    help="List the names of questions, metrics, targets and events, and stop.",
)  # fmt: skip
@click.option(
    "--out", type=Path, metavar="FOLDER",
    help="Folder for results and reports. Default: the study's name.",
)  # fmt: skip
@click.option("--device", default="cpu", show_default=True, help="cpu or cuda.")
@flags.number("--threads", help="Number of CPU threads. Default: one per core.")
@click.option("--cluster", metavar="HOST:PORT", help="Play on a Ray cluster.")
@click.option(
    "--against", type=Path, metavar="FOLDER",
    help="Compare with another finished study.",
)  # fmt: skip
@flags.language("Language of the output.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def lab(
    study: Path | None,
    names: str | None,
    out: Path | None,
    device: str,
    threads: int | None,
    cluster: str | None,
    against: Path | None,
    lang: str,
    as_json: bool,
) -> int:
    """Play a STUDY, a TOML file, until every answer has the precision it asks for.

    Results are kept in a folder: a stopped study continues from there, and a changed study
    is refused with a list of the differences. The folder also holds the report, as a page,
    Markdown, JSON and CSV, in English and French.
    """
    from comptoir import lab as labs

    if names:
        from comptoir.lab.reports.names import listed

        click.echo(listed(game_named(names), lang))
        return 0
    if study is None:
        raise BadSetup("expected a STUDY, a TOML file, or --names GAME")
    asked = labs.Study.read(study)
    folder = out or Path(study.stem)
    where = _workers(device, threads, cluster, asked, folder)
    if asked.asked.search:
        return _search(asked, folder, where, lang)
    with _shown() as heard:
        results = labs.run(asked, folder / "results.jsonl", workers=where, heard=heard)
    report = labs.report(results)
    written = labs.write(report, folder, asked.pace)
    if against:
        from comptoir.lab.reports.comparison import pages
        from comptoir.lab.reports.files import put

        written += put(folder, pages(labs.read(against), report))
    _print(report, lang, written, as_json=as_json)
    return 0


def _workers(
    device: str, threads: int | None, cluster: str | None, study: "Study", folder: Path
) -> "Workers":
    from comptoir import lab as labs
    from comptoir.lab.running.games_file import GamesFile

    if cluster is None:
        raw = GamesFile(folder) if study.asked.raw else None
        return labs.ThisMachine(device, threads, raw)
    if device != "cpu" or threads is not None:
        raise BadSetup("--device and --threads are for this machine, not for a cluster")
    if study.asked.raw:
        raise BadSetup("raw: not available on a cluster; leave it out")
    from comptoir.lab.running.cluster import Cluster

    return Cluster(cluster)


@contextmanager
def _shown() -> "Iterator[Callable[[StudyProgress], None]]":
    """Show a progress bar with the estimated time left, if standard error is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bars

    from comptoir.lab.running.runner import duration

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[left]}"),
    )
    bars = Bars(*columns, console=console, disable=not console.is_terminal)
    tasks: dict[str, Any] = {}
    with bars:

        def heard(one: "StudyProgress") -> None:
            if one.lineup not in tasks:
                name = f"{one.number} of {one.lineups}: {one.lineup}"
                tasks[one.lineup] = bars.add_task(name, total=one.needed, left="")
            left = f"{one.games:,} of about {one.needed:,} games"
            if one.seconds and one.reached > one.wanted:
                left += f" for {one.widest}; {duration(one.seconds)} left for all"
            bars.update(
                tasks[one.lineup], completed=one.games, total=one.needed, left=left
            )

        yield heard


def _search(study: "Study", folder: Path, where: "Workers", lang: str) -> int:
    from comptoir import lab as labs
    from comptoir.cli.common.bar import bar
    from comptoir.lab.searching.search_report import told, write

    found = labs.VariantSearch(study)
    with bar(found.budget) as progress:
        front = labs.search(found, where, lambda: progress.advance(1), folder)
    written = write(front, folder)
    click.echo(told(front, lang))
    _say_where(written)
    return 0


def _print(report: "Report", lang: str, written: list[Path], *, as_json: bool) -> None:
    if as_json:
        import msgspec

        click.echo(msgspec.json.encode(report).decode())
        return
    from comptoir.lab.reports.summary import ReportText

    click.echo(ReportText(report, lang).answer())
    _say_where(written)


def _say_where(written: list[Path]) -> None:
    for path in written:
        if path.suffix == ".html":
            click.echo(str(path), err=True)
