"""Laws that hold for every game, whoever wrote it: functions that fail with a sentence."""
