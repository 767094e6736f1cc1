"""Loops over the contract that are run plain, compiled for the CPU and on a GPU."""
