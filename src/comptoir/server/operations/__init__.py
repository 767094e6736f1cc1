"""What an operator looks at: logs and metrics."""
