"""The engine: everything that no game decides, such as chance, matches, records, kernels."""
