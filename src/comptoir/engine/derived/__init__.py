"""What follows from how a game is declared: defaults, faults and laws."""
