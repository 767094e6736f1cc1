"""The project that `comptoir new` creates: a small game that is playable as it is."""
