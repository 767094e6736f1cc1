"""Playing a study: its jobs, where they run, and their results files."""
