"""What all routes share: who asks, message schemas, checks before every request."""
