"""Sheets: components of a game in a CSV file, with their names in both languages.

A row is a kind of card or tile. The column `name` names it for the rules, `en` and `fr` for
people; the game declares the other columns and what may stand there.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from comptoir.engine.errors import BadSetup

NAME = "name"
COPIES = (
    "copies"  # the column with the number of each component in the box, if there is one
)
TEXTS = ("en", "fr")
LITERAL = str.maketrans("'{}", "’()")  # characters that mean something in messages
MOST_FAULTS = 20
Cells = tuple[int, int] | Sequence[str]  # the least and the most number, or words


class Sheet:
    """The rows of a CSV file: `names` for the rules, and the numbers of declared columns.

    Args:
        file: The file; its name without `.csv` is the kind of thing that its rows are.
        columns: For each column, the least and the most number, or the words it selects from.

    Raises:
        BadSetup: The file cannot be read, or cells are wrong, each named by line and column.
    """

    def __init__(self, file: Path, **columns: Cells):
        self.kind = file.stem
        self.columns = columns
        rows = rows_of(file)
        faults = [*_faults(rows, columns)]
        if faults:
            told = [f"{file.name}, {fault}" for fault in faults[:MOST_FAULTS]]
            more = len(faults) - len(told)
            raise BadSetup(
                "\n".join([*told, *([f"{more} more faults"] if more else [])])
            )
        self.names = tuple(row[NAME] for _, row in rows)
        self._numbers = {
            column: tuple(_number(row[column], cells) for _, row in rows)
            for column, cells in columns.items()
        }

    def __getitem__(self, column: str) -> tuple[int, ...]:
        """Return a column's number for each row; a word counts as its index among the words."""
        return self._numbers[column]


def rows_of(file: Path) -> list[tuple[int, dict[str, str]]]:
    """Return the rows of a CSV file with their line numbers; cells end at commas or semicolons.

    Raises:
        BadSetup: The file cannot be read, or it is no text in UTF-8.
    """
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise BadSetup(f"{file.name}: cannot be read: {reason}") from None
    except UnicodeDecodeError as error:
        line = file.read_bytes()[: error.start].count(b"\n") + 1
        raise BadSetup(
            f"{file.name}, line {line}: not in UTF-8: save the sheet as “CSV UTF-8”"
        ) from None
    lines = text.splitlines()
    mark = ";" if lines and lines[0].count(";") > lines[0].count(",") else ","
    reader = csv.DictReader(lines, delimiter=mark, restval="", restkey="")
    rows = []
    for row in reader:
        cells = {str(k).strip(): str(v).strip() for k, v in row.items() if k}
        if any(cells.values()):
            rows.append((reader.line_num, cells))
    return rows


def words_of(folder: Path, language: str) -> dict[str, str]:
    """Return the names of the components in a folder's sheets, as messages of a catalogue."""
    return {
        f"{file.stem}.{row[NAME]}": row[language].translate(LITERAL)
        for file in sorted(folder.glob("*.csv"))
        for _, row in rows_of(file)
        if row.get(NAME) and row.get(language)
    }


def words_on(folder: Path) -> Iterator[str]:
    """Yield the keys of the words printed on a folder's components, such as `flag.danish`."""
    for file in sorted(folder.glob("*.csv")):
        for _, row in rows_of(file):
            for column, cell in row.items():
                if cell and column not in (NAME, *TEXTS) and not cell.isdecimal():
                    yield f"{column}.{cell}"


def faces_of(folder: Path, words: Mapping[str, str]) -> dict[str, str]:
    """Return what is printed on a folder's components: `face.KIND.NAME` is `12|Danish`."""
    found = {}
    for file in sorted(folder.glob("*.csv")):
        for _, row in rows_of(file):
            cells = {k: v for k, v in row.items() if k not in (NAME, *TEXTS, COPIES)}
            numbers = [cell for cell in cells.values() if cell.isdecimal()]
            told = [
                words.get(f"{column}.{cell}", cell)
                for column, cell in cells.items()
                if cell and not cell.isdecimal()
            ]
            found[f"face.{file.stem}.{row[NAME]}"] = (
                f"{' · '.join(numbers[:1])}|{' · '.join([*told, *numbers[1:]])}"
            )
    return found


def _faults(
    rows: list[tuple[int, dict[str, str]]], columns: Mapping[str, Cells]
) -> list[str]:
    """Return a line for each cell that is missing or wrong."""
    if not rows:
        return ["line 1: expected a row of column names, and a row for each component"]
    there = rows[0][1]
    lacking = [name for name in (NAME, *TEXTS, *columns) if name not in there]
    if lacking:
        expected = ", ".join((NAME, *TEXTS, *columns))
        return [f"line 1: no column {', '.join(lacking)}: expected {expected}"]
    found, names = [], set[str]()
    for line, row in rows:
        found += [
            f"line {line}, column {name}: expected a text"
            for name in (NAME, *TEXTS)
            if not row[name]
        ]
        if row[NAME] in names:
            found.append(f"line {line}, column {NAME}: {row[NAME]!r} is there twice")
        names.add(row[NAME])
        for column, cells in columns.items():
            if not _fits(row[column], cells):
                found.append(
                    f"line {line}, column {column}: {row[column]!r}: expected {_wanted(cells)}"
                )
    return found


def _fits(cell: str, cells: Cells) -> bool:
    if not _is_range(cells):
        return cell in cells
    least, most = cells
    return cell.lstrip("-").isdecimal() and int(least) <= int(cell) <= int(most)


def _number(cell: str, cells: Cells) -> int:
    return int(cell) if _is_range(cells) else [*map(str, cells)].index(cell)


def _wanted(cells: Cells) -> str:
    if _is_range(cells):
        return f"a whole number from {cells[0]} to {cells[1]}"
    return f"one of {', '.join(map(str, cells))}"


def _is_range(cells: Cells) -> bool:
    return isinstance(cells[0], int)
