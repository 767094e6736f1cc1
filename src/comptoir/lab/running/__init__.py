"""Playing a study: jobs, where they run, and the files that keep them."""
