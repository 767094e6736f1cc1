"""Backends that run kernels (plain Python, CPU threads, GPU), and the compile cache."""
