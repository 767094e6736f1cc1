"""Trains networks by self-play on the games' rules, on a GPU or the CPU.

The learner's code works with NumPy arrays on the CPU and with CuPy arrays on a GPU, which then
holds the tables too. Playing needs neither the learner nor CuPy: `engine` evaluates the trained
networks.
"""
