"""Logs: one JSON object per line on standard error, without seeds, tokens or hidden cards.

Tables appear as short hashes of their ids, because the ids are private links.
"""

import logging
import sys
import time
import traceback
from collections import Counter
from hashlib import sha256
from typing import Any

import msgspec

_log = logging.getLogger("comptoir")

written: Counter[str] = Counter()  # lines written by level, for the metrics


class LogFormatter(logging.Formatter):
    """Formats a record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a log record as one line of JSON."""
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {
            "at": f"{stamp}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "what": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if "table" in line:
            line["table"] = sha256(line["table"].encode()).hexdigest()[:8]
        return msgspec.json.encode(line, enc_hook=str).decode()


def set_up(level: str = "INFO") -> None:
    """Send our log lines, and those of the libraries that matter, to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(LogFormatter())
    for name in ("comptoir", "uvicorn.error", "litestar"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(level)
        logger.propagate = False


def info(what: str, **facts: Any) -> None:
    """Log an ordinary event."""
    _log.info(what, extra={"facts": facts})


def warning(what: str, **facts: Any) -> None:
    """Log something that should be rare."""
    _log.warning(what, extra={"facts": facts})


def error(what: str, fault: BaseException, **facts: Any) -> None:
    """Log an error and where it happened, without its notes, which may contain a seed."""
    written["error"] += 1
    frames = traceback.extract_tb(fault.__traceback__)
    where = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-8:]]
    details = {"error": f"{type(fault).__name__}: {fault}", "where": where}
    _log.error(what, extra={"facts": {**details, **facts}})
