"""What commands share: options, progress bars, the console, signals."""
