"""Code that all routes share: identity, schemas, and checks before every request."""
