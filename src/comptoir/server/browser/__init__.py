"""Tables in a browser: the server's domain behind the same messages, without a network."""
