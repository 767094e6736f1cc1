"""Code that several commands share: options, progress bars, the console, signals."""
