"""Show results: table, plot, progress bar."""
