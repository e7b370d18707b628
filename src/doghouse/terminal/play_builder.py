"""How a player comes to a play: from the list of all cards to a card, a marble, the chunks of a 7, and back again.

Nothing is printed here. A play is the text that is returned once it is complete.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from doghouse.rules.game import Game
from doghouse.rules.notation import Play
from doghouse.rules.options import Option
from doghouse.terminal.option_groups import LIMIT, Line, card_of, head_of, lines
from doghouse.terminal.scene import Marbles


@dataclass(frozen=True)
class Level:
    """A point on the way to a play: what is chosen so far, and the options that are looked at."""

    partial: str
    options: tuple[Option, ...]
    marbles: Marbles
    points_left: int = 0
    narrowed: bool = False  # a part of the options of the level before


class Choosing:
    """The way to a play for the seat to act."""

    def __init__(self, game: Game, limit: int = LIMIT) -> None:
        self.game = game
        self.limit = limit
        self.levels = [Level("", tuple(self._all_options()), game.marbles())]

    def _all_options(self) -> list[Option]:
        """Every whole play, except that each 7 is one option: its plays are never listed."""
        found: list[Option] = []
        for head in self.game.options().next:
            if Play.parse(head.play).acts_as == "7" or head.complete:
                found.append(head)
            if Play.parse(head.play).acts_as != "7" and head.play != "fold":
                more = self.game.options(head.play)
                found += [] if more.complete else more.next
        return found

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
        return lines(self.level.options, self.limit)

    def cards(self) -> set[str]:
        """The cards that can be played."""
        return {card_of(option) for option in self.levels[0].options}

    # Going on.

    def pick(self, line: Line) -> str | None:
        """Follow a line of the list; the play, if it is now complete."""
        if not line.group:
            return self._take(line.options[0])
        self._narrow(line.options)
        return None

    def pick_card(self, head: str) -> bool:
        """Look at the plays of a card, or of a joker that stands for one; False if it has none."""
        found = [option for option in self.levels[0].options if head in (card_of(option), head_of(option))]
        if not found:
            return False
        del self.levels[1:]
        if len(found) == 1 and not found[0].complete:
            self._take(found[0])
        else:
            self._narrow(found)
        return True

    def write(self, text: str) -> str | None:
        """Take a play as it is written; the play if it is whole, and the way on if it is the beginning of a 7.

        Raises InvalidPlay or IllegalPlay, and then nothing has changed.
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
        """Take back the last choice; False if there is none."""
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
        here = self.level
        self.levels.append(Level(here.partial, tuple(options), here.marbles, here.points_left, narrowed=True))

    def _level(self, partial: str) -> Level:
        options = self.game.options(partial)
        return Level(options.play, options.next, options.marbles, options.points_left)
