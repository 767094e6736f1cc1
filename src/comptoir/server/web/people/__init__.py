"""Routes about players: accounts, passkeys, friends, notifications."""
