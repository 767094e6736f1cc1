"""Translations for learning libraries: each file speaks one library's language."""
