"""Analysis by bots for people: hints, chances and reviews."""
