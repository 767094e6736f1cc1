"""Messages in both languages, and displays for terminals and notebooks."""
