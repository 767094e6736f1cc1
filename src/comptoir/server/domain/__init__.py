"""An online table as pure functions over its events: no sockets, SQL, clocks or threads."""
