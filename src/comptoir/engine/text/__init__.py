"""Words in both languages: messages, and how a terminal or a notebook shows them."""
