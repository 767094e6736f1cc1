"""Searching variants for settings that meet a target."""
