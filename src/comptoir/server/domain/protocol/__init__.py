"""The WebSocket's messages, and their description for browsers and programs."""
