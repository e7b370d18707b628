"""``python -m doghouse``."""

from doghouse.cli import main

main(prog_name="doghouse")
