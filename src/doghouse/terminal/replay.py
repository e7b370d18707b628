"""Step through a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from doghouse.i18n import Catalogue
from doghouse.rules.notation import SEATS
from doghouse.terminal.phrasing import Phrasing
from doghouse.terminal.replay_moments import Moment, read_moments
from doghouse.terminal.screen import Screen
from doghouse.terminal.screen_layout import show_board, show_outcome, show_round_heading


def replay(record: str, language: str, without_stopping: bool = False) -> None:
    """Show a record. Raise InvalidRecord if it does not replay."""
    viewer = Viewer(read_moments(record), Screen(), Catalogue.load(language))
    if without_stopping:
        viewer.show_all()
        return
    try:
        viewer.step_through()
    except (EOFError, KeyboardInterrupt):
        viewer.screen.say("")


def player_names(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the names of the players, without those that occur twice."""
    named = {seat: _printable(headers[f"Player {seat}"]) for seat in SEATS if headers.get(f"Player {seat}")}
    count = Counter(named.values())
    return {seat: name for seat, name in named.items() if count[name] == 1}


def _printable(text: str) -> str:
    """Remove control characters: a record may come from anywhere."""
    return "".join(character for character in text if character.isprintable())


class Viewer:
    """Shows the moments of a game, one at a time or all at once."""

    def __init__(self, moments: list[Moment], screen: Screen, texts: Catalogue) -> None:
        self.moments = moments
        self.screen = screen
        self.phrasing = Phrasing(texts, moments[0].game.rules, names=player_names(moments[0].game.headers))

    def show_all(self) -> None:
        """Print every moment, with the board at the start of each round and at the end."""
        for moment in self.moments:
            if moment.kind == "deal":
                show_board(self.screen, moment.scene, self.phrasing)
            self.show_text(moment)
        self._show_board(self.moments[-1])

    def step_through(self) -> None:
        at = 0
        self._show(at)
        while True:
            typed = self.screen.ask(f"{self.phrasing.text('replay.prompt', at=at + 1, count=len(self.moments))} ")
            target = self._parse_target(typed.strip().casefold(), at)
            if target is None:
                return
            if target != at:
                at = target
                self._show(at)

    def _parse_target(self, typed: str, at: int) -> int | None:
        """Return the moment to go to, the current one on invalid input, None to quit."""
        last = len(self.moments) - 1
        if typed in ("q", "quit", *self.phrasing.texts.alternatives("command.quit")):
            return None
        if typed in ("", "n"):
            target = at + 1
        elif typed == "b":
            target = at - 1
        elif typed == "r":
            target = next((later for later in range(at + 1, last + 1) if self.moments[later].kind == "deal"), last)
        elif typed.isdecimal() and 1 <= int(typed) <= last + 1:
            target = int(typed) - 1
        else:
            self.screen.say(self.phrasing.text("replay.help", count=last + 1))
            return at
        if target > last or (target == at and typed in ("", "n", "r")):
            self.screen.say(self.phrasing.text("replay.end"))
        elif target < 0:
            self.screen.say(self.phrasing.text("replay.beginning"))
        return min(max(target, 0), last)

    def _show(self, at: int) -> None:
        self.show_text(self.moments[at])
        self._show_board(self.moments[at])

    def _show_board(self, moment: Moment) -> None:
        show_board(self.screen, moment.scene, self.phrasing)
        show_outcome(moment.game, self.screen, self.phrasing)

    def show_text(self, moment: Moment) -> None:
        match moment.kind:
            case "deal":
                self._show_deal(moment)
            case "exchange":
                for seat, card in moment.given.items():
                    self._show_given("replay.gives", seat, moment.game.rules.receiver(seat), card)
            case "play":
                self._show_play(moment)
            case "stop":
                self.screen.say(self.phrasing.text("replay.stopped"))

    def _show_deal(self, moment: Moment) -> None:
        phrasing, game = self.phrasing, moment.game
        show_round_heading(self.screen, moment.scene, phrasing)
        if not game.hands_known:
            self.screen.say(phrasing.text("replay.no_hands"), "hint")
            return
        if game.rules.exchange == "draw":
            for seat in game.rules.seats:
                card = game.view(seat)["received"]
                if card is not None:
                    self._show_given("replay.draws", seat, game.rules.after(seat), card)
        for seat in game.rules.seats:
            self.screen.say(f"  {phrasing.seat(seat)}: {' '.join(game.hand(seat))}")

    def _show_given(self, key: str, seat: str, other: str, card: str) -> None:
        phrasing = self.phrasing
        self.screen.say(
            phrasing.text(key, seat=phrasing.seat(seat), other=phrasing.seat(other), card=phrasing.card(card))
        )

    def _show_play(self, moment: Moment) -> None:
        phrasing, play = self.phrasing, moment.play
        assert play is not None
        seat = phrasing.seat(moment.seat)
        if play.is_fold:
            key = "turn.folds" if moment.game.hands_known else "turn.folds_unseen"
            self.screen.say(phrasing.text(key, seat=seat, cards=" ".join(moment.laid_down)))
            return
        what = phrasing.play(moment.seat, play, moment.stages)
        text = phrasing.text("turn.plays", seat=seat, card=phrasing.head(play), what=what)
        self.screen.say(f"{text} ({phrasing.card(moment.taken)})" if moment.taken else text)
