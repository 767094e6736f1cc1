"""Open tables in memory: commit, broadcast, timers, presence and bot turns."""
