"""Souk: two to four merchants at one market. See RULES.md."""

from comptoir.design import declare

from . import rules, table

game = declare("souk", table, rules)
