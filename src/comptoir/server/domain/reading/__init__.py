"""What readers may see of a table."""
