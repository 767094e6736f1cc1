"""The messages of the WebSockets."""
