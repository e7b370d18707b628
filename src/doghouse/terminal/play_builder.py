"""Build a play step by step: choose a card, a marble, the chunks of a 7, or undo. Prints nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from doghouse.rules.game import Game
from doghouse.rules.notation import Play
from doghouse.rules.options import Option
from doghouse.terminal.option_groups import MAX_LINES, Line, card_of, group_options, head_of
from doghouse.terminal.scene import Marbles


@dataclass(frozen=True)
class Level:
    """What is chosen so far, and the options to choose from."""

    partial: str
    options: tuple[Option, ...]
    marbles: Marbles
    points_left: int = 0
    narrowed: bool = False  # shows some of the options of the previous level


class PlayBuilder:
    """Builds a play for the seat to act; methods that complete it return its notation."""

    def __init__(self, game: Game, limit: int = MAX_LINES) -> None:
        self.game = game
        self.limit = limit
        self.levels = [Level("", tuple(self._all_options()), game.marbles())]

    def _all_options(self) -> list[Option]:
        """Return every play, but each 7 as one option: it has too many plays to list."""
        options: list[Option] = []
        for head in self.game.options().next:
            if Play.parse(head.play).acts_as == "7" or head.complete:
                options.append(head)
            if Play.parse(head.play).acts_as != "7" and head.play != "fold":
                more = self.game.options(head.play)
                options += [] if more.complete else more.next
        return options

    @property
    def level(self) -> Level:
        return self.levels[-1]

    @property
    def in_seven(self) -> bool:
        return bool(self.level.partial)

    @property
    def must_fold(self) -> bool:
        return [option.play for option in self.levels[0].options] == ["fold"]

    def lines(self) -> list[Line]:
        return group_options(self.level.options, self.limit)

    def cards(self) -> set[str]:
        """The cards that can be played."""
        return {card_of(option) for option in self.levels[0].options}

    def pick(self, line: Line) -> str | None:
        """Choose a line of the list; return the play if it is complete."""
        if not line.group:
            return self._take(line.options[0])
        self._narrow(line.options)
        return None

    def pick_card(self, head: str) -> bool:
        """Show the plays of a card, or of a joker as a card; return False if there are none."""
        options = [option for option in self.levels[0].options if head in (card_of(option), head_of(option))]
        if not options:
            return False
        del self.levels[1:]
        if len(options) == 1 and not options[0].complete:
            self._take(options[0])
        else:
            self._narrow(options)
        return True

    def parse(self, text: str) -> str | None:
        """Parse a play; return it if it is complete, or go on from the beginning of a 7.

        Raise InvalidPlay or IllegalPlay, and change nothing then.
        """
        play = Play.parse(text)
        if play.acts_as != "7":
            return str(play)
        options = self.game.options(text)
        if options.complete:
            return str(play)
        beginnings = [Play(play.card, play.stands_for, play.moves[:count]) for count in range(len(play.moves) + 1)]
        self.levels = [self.levels[0], *(self._level(str(beginning)) for beginning in beginnings)]
        return None

    def undo(self) -> bool:
        """Undo the last choice; return False if there is none."""
        if len(self.levels) == 1:
            return False
        self.levels.pop()
        return True

    def _take(self, option: Option) -> str | None:
        if option.complete:
            return option.play
        while self.level.narrowed:
            self.levels.pop()
        self.levels.append(self._level(option.play))
        return None

    def _narrow(self, options: Sequence[Option]) -> None:
        self.levels.append(replace(self.level, options=tuple(options), narrowed=True))

    def _level(self, partial: str) -> Level:
        options = self.game.options(partial)
        return Level(options.play, options.next, options.marbles, options.points_left)
