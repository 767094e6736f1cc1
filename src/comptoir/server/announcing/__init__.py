"""Notifies people who are away of their turns, by Web Push and by e-mail."""

from pathlib import Path

LETTERS = Path(__file__).parent / "words"  # the texts of e-mails
