"""Online tables: events, commands, queries, projections, rooms."""
