"""The server of online tables: HTTP, WebSockets, storage, clocks and bots."""
