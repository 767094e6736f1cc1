"""Laws: property tests that every game must pass, as functions that fail with a sentence.

A law takes a `game`, and also `seats` or `options` if it is to run for each of them.
`comptoir check` runs all laws, and so does pytest with this package's plugin. The list is
in `all_laws`, so that importing this package loads nothing.
"""
