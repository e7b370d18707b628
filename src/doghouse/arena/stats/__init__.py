"""Win rates, ratings, sequential tests and summaries."""
