"""Converts decisions to tables of pyarrow, pandas and polars, which are optional packages."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from comptoir.engine.errors import BadSetup

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from .columns import Decisions


def needed(library: str) -> Any:
    """Return a library's module, or raise an error that says how to install the library."""
    try:
        return import_module(library)
    except ImportError:
        raise BadSetup(
            f"{library} is not installed: pip install {library.partition('.')[0]}"
        ) from None


def arrow_table(decisions: "Decisions") -> "pa.Table":
    """Return decisions as a pyarrow table."""
    pa = needed("pyarrow")
    made: dict[str, Any] = {}
    texts = pa.array([str(action) for action in decisions.game.actions])
    for name, column in decisions.columns.items():
        if name == "legal":
            rows = np.flatnonzero(decisions.masks())
            moves = (rows % len(texts)).astype(np.int16)
            ends = np.zeros(len(decisions) + 1, np.int32)
            np.cumsum(decisions.log.choices, out=ends[1:])
            made[name] = pa.ListArray.from_arrays(ends, moves)
        elif name == "observation":
            width = column.shape[1]
            made[name] = pa.FixedSizeListArray.from_arrays(column.ravel(), width)
        else:
            made[name] = pa.array(column)
        if name == "action":
            made["text"] = pa.DictionaryArray.from_arrays(column, texts)
        if name == "seat":
            made["bot"] = pa.DictionaryArray.from_arrays(column, decisions.setup.bots)
    settings, line = _settings(decisions)
    made["seed"] = pa.DictionaryArray.from_arrays(line, decisions.seeds)
    made["options"] = pa.DictionaryArray.from_arrays(line * 0, [settings])
    about = {"comptoir": msgspec.json.encode(decisions.setup)}
    return pa.table(made).replace_schema_metadata(about)


def _columns(decisions: "Decisions") -> dict[str, Any]:
    """Return the columns and the texts of the actions; two-dimensional columns become lists."""
    texts = np.array([str(action) for action in decisions.game.actions], object)
    found: dict[str, Any] = {}
    for name, column in decisions.columns.items():
        if name == "legal":
            found[name] = [np.flatnonzero(row).tolist() for row in decisions.masks()]
        else:
            found[name] = column if column.ndim == 1 else column.tolist()
        if name == "action":
            found["text"] = texts[column]
        if name == "seat":
            found["bot"] = np.array(decisions.setup.bots, object)[column]
    settings, line = _settings(decisions)
    found["seed"] = np.array(decisions.seeds, object)[line]
    found["options"] = np.array([settings], object)[line * 0]
    return found


def _settings(decisions: "Decisions") -> tuple[str, Any]:
    """Return the options as JSON, and for each decision the row of its game in `ends`."""
    lengths = decisions.ends.length
    line = np.repeat(np.arange(len(lengths), dtype=np.int32), lengths)
    return msgspec.json.encode(decisions.setup.options).decode(), line


def pandas_frame(decisions: "Decisions") -> "pd.DataFrame":
    """Return decisions as a pandas data frame."""
    return needed("pandas").DataFrame(_columns(decisions))


def polars_frame(decisions: "Decisions") -> "pl.DataFrame":
    """Return decisions as a polars data frame."""
    frame: pl.DataFrame = needed("polars").DataFrame(_columns(decisions))
    return frame
