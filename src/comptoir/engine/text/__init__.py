"""Messages in both languages, and how a terminal or a notebook shows things."""
