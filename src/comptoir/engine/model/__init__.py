"""A game as declared: actions, events, options, components, seeds, refusals."""
