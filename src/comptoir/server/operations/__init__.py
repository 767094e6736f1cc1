"""What operators need: logs, metrics, rate limits and worker processes."""
