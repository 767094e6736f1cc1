"""A game in progress: matches, records, previews, narration."""
