"""What playtesters sent back: feedback and records of their games."""
