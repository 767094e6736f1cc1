"""Turns are announced to people who are away: by Web Push and by e-mail."""

from pathlib import Path

LETTERS = Path(__file__).parent / "words"  # what is said outside the page
