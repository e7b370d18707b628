"""Messages, events, refusals and limits: everything that crosses the wire or is stored."""
