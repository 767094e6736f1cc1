"""Learning by self-play: networks trained on the very rules, on a GPU or on the CPU.

The learner is written once over arrays: NumPy's here, CuPy's on a GPU, where the tables lie
too. Nothing of it is needed to play: `engine` evaluates the networks that come out of it.
"""
