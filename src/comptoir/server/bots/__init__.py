"""Bots of online tables: worker processes and their pool."""
