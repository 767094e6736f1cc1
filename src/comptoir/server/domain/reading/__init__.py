"""Functions that compute what a reader may see of a table."""
