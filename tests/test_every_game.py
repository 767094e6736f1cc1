"""Laws that hold for every game, number of seats and option: see `comptoir.laws`."""

from comptoir.laws.all_laws import LAWS

globals().update({f"test_{law.__name__}": law for law in LAWS})
