"""Write the golden playthroughs anew (``make golden``)."""

from tests.golden.playthrough import HERE, path, playthrough
from tests.support.rules_dsl import ALL_RULES


def main() -> None:
    HERE.mkdir(exist_ok=True)
    for name, rules in ALL_RULES.items():
        path(name).write_text(playthrough(name, rules), encoding="utf-8")


if __name__ == "__main__":
    main()
