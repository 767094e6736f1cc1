"""What bots work out for readers: hints, chances and reviews."""
