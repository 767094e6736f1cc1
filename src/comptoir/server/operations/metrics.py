"""Metrics for Prometheus: tables, sockets, moves, latencies and bots."""

from functools import partial

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)

from . import logs

FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
SLOW = (0.005, 0.02, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0)

CONTENT_TYPE = CONTENT_TYPE_LATEST


class Metrics:
    """The metrics of one server process."""

    def __init__(self) -> None:
        own = self.registry = CollectorRegistry()
        gauge, counter = partial(Gauge, registry=own), partial(Counter, registry=own)
        fast = partial(Histogram, buckets=FAST, registry=own)
        slow = partial(Histogram, buckets=SLOW, registry=own)
        self.tables = gauge("comptoir_tables", "Tables in memory")
        self.sockets = gauge("comptoir_sockets", "Open WebSockets")
        self.moves = counter("comptoir_moves", "Moves committed", ["by"])
        self.refusals = counter("comptoir_refusals", "Requests refused", ["reason"])
        self.conflicts = counter(
            "comptoir_conflicts", "Writes that lost against another process"
        )
        self.commits = fast(
            "comptoir_commit_seconds", "Time from a command to its commit"
        )
        self.answers = fast(
            "comptoir_request_seconds", "Time from a socket request to its answer"
        )
        self.thoughts = slow("comptoir_bot_seconds", "Time that bots think")
        self.bot_waits = slow(
            "comptoir_bot_wait_seconds", "Time that questions wait for a bot worker"
        )
        self.failures = counter(
            "comptoir_bot_failures", "Bots that raised, hung or crashed"
        )
        self.sign_ups = counter(
            "comptoir_sign_ups", "New guests and new accounts", ["kind"]
        )
        self.mails = counter("comptoir_mails", "E-mails sent or failed", ["result"])
        self.reports = counter("comptoir_reports", "Reports about players")
        self.backup = gauge(
            "comptoir_backup_seconds", "Time of the last backup that could be opened"
        )
        self.healthy = gauge("comptoir_healthy", "1 if the database is writable")
        self.healthy.set(1)
        errors = gauge("comptoir_errors", "Errors in the log so far")
        errors.set_function(lambda: logs.written["error"])

    def bot_thought(self, seconds: float, error: str) -> None:
        """Record a bot's answer: its duration, and whether it failed."""
        self.thoughts.observe(seconds)
        if error:
            self.failures.inc()

    def text(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self.registry)
