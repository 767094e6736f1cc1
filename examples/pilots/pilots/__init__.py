"""Harbour Pilots: two to five pilots choose at once who guides which ship. See RULES.md."""

from comptoir.design import declare

from . import house, rules, table

game = declare("pilots", table, rules, house)
