"""Figures for Prometheus: tables, sockets, moves, how long things take, bots."""

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
    """Counters of one server process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        own = self.registry
        self.tables = Gauge("comptoir_tables", "Tables in memory", registry=own)
        self.sockets = Gauge("comptoir_sockets", "Open WebSockets", registry=own)
        self.moves = Counter("comptoir_moves", "Moves committed", ["by"], registry=own)
        self.refusals = Counter(
            "comptoir_refusals", "Requests refused", ["reason"], registry=own
        )
        self.conflicts = Counter(
            "comptoir_conflicts",
            "Writes that another process was faster with",
            registry=own,
        )
        self.commits = Histogram(
            "comptoir_commit_seconds",
            "From a command to its commit",
            buckets=FAST,
            registry=own,
        )
        self.answers = Histogram(
            "comptoir_request_seconds",
            "From a request on a socket to its answer",
            buckets=FAST,
            registry=own,
        )
        self.healthy = Gauge(
            "comptoir_healthy", "Whether the database could be written", registry=own
        )
        self.healthy.set(1)
        errors = Gauge("comptoir_errors", "Errors in the log so far", registry=own)
        errors.set_function(lambda: logs.written["error"])
        self._watch_bots(own)

    def _watch_bots(self, own: CollectorRegistry) -> None:
        self.thoughts = Histogram(
            "comptoir_bot_seconds", "How long bots think", buckets=SLOW, registry=own
        )
        self.bot_waits = Histogram(
            "comptoir_bot_wait_seconds",
            "How long questions wait for a thinker",
            buckets=SLOW,
            registry=own,
        )
        self.failures = Counter(
            "comptoir_bot_failures", "Bots that raised, hung or ended", registry=own
        )

    def bot_thought(self, seconds: float, error: str) -> None:
        """Count a bot's move."""
        self.thoughts.observe(seconds)
        if error:
            self.failures.inc()

    def text(self) -> bytes:
        """Return all figures as Prometheus reads them."""
        return generate_latest(self.registry)
