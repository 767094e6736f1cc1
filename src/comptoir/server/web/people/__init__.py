"""Routes about players: accounts, passkeys, friends, announcements."""
