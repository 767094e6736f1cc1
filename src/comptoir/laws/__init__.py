"""Laws that hold for every game, whoever wrote it: functions that fail with a sentence.

A law asks for a `game`, and for `seats` or `options` where it holds for each of them.
`comptoir check` runs them all, and so does pytest with the plugin of this package. The list
is in `all_laws`: importing this package loads nothing.
"""
