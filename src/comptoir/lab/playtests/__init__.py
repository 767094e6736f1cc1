"""Playtesters' feedback, and the records of their games."""
