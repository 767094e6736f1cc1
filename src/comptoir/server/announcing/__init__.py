"""Turns are announced to people who are away: by Web Push and by e-mail."""
