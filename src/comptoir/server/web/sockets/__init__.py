"""WebSockets: a table, and the lobby."""
