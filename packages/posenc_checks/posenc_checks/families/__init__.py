"""Tables that several exercises share, each with its mistakes."""
