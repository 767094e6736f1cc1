"""Statistics of many games: metrics, moments, totals by action."""
