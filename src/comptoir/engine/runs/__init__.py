"""Many games at once: batches, simulations, search trees, networks."""
