"""Run games in other processes: on this machine or on a Ray cluster."""
