"""The building blocks of rules: decorators, contract, fields, tables, chance, helpers."""
