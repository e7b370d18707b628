"""The shipped nets, one file per mode with its model card."""
