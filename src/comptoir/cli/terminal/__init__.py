"""Playing in the terminal: seats, prompts, stepping, scores and saved games."""
