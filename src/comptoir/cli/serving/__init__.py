"""Settings of a server that several commands read."""
