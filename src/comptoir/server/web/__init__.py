"""The web application: routes, WebSockets, limits and pages."""
