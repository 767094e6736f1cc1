"""What rules are written in: the marks, the contract, the table, chance, small helpers."""
