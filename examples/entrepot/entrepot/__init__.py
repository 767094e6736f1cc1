"""Entrepôt: two to four merchants, five goods and prices that move. See RULES.md."""

from comptoir.design import declare

from . import house, rules, table

game = declare("entrepot", table, rules, house)
