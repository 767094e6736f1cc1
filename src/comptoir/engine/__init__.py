"""The engine: what all games share, such as chance, matches, records and kernels."""
