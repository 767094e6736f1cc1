"""A worker process that writes replays and texts."""
