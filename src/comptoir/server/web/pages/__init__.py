"""Pages and files that the server writes itself."""
