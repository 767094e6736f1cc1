"""Self-play training of networks on the games' rules, on a GPU or the CPU.

The learner is written once over arrays: NumPy arrays on the CPU, CuPy arrays on a GPU, which
then holds the tables too. Playing needs none of it: `engine` evaluates the trained networks.
"""
