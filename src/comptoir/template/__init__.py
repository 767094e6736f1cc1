"""What `comptoir new` writes: a small game that can be played before a line is changed."""
