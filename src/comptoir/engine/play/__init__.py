"""One game in progress: a match, its record, previews."""
