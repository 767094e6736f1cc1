"""An online table as a fold over its event log."""
