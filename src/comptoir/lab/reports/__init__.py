"""Reports of a study: HTML, Markdown, JSON, data frames and plots."""
