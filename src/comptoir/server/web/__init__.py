"""HTTP and WebSocket: the application, its routes, limits and pages."""
