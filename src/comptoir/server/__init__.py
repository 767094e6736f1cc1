"""The online table: HTTP and WebSocket, storage, clocks, bots in seats."""
