"""Logs, metrics, rate limits and worker processes."""
