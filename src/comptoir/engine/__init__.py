"""What every table needs and no game decides: speeds, chance, matches, records."""
