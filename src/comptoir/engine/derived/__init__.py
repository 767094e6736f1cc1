"""Functions derived from the declaration of a game: default rules, views and audits."""
