"""The table in the terminal: seats, questions, stepping, scores, saves."""
