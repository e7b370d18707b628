"""The command ``doghouse replay``: step through a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from doghouse.i18n import Catalogue
from doghouse.rules.notation import SEATS
from doghouse.terminal.outcome_text import tell_outcome
from doghouse.terminal.phrasing import Words
from doghouse.terminal.replay_moments import Moment, read_moments
from doghouse.terminal.screen import Screen
from doghouse.terminal.screen_layout import show_board


def replay(record: str, language: str, without_stopping: bool = False) -> None:
    """Show a record; InvalidRecord if it does not replay."""
    moments = read_moments(record)
    viewer = Viewer(moments, Screen(), Catalogue.load(language))
    if without_stopping:
        viewer.show_all()
        return
    try:
        viewer.step_through()
    except (EOFError, KeyboardInterrupt):
        viewer.screen.say("")


def player_names(headers: Mapping[str, str]) -> dict[str, str]:
    """The names of the players, as far as they tell them apart."""
    named = {seat: _printable(headers[f"Player {seat}"]) for seat in SEATS if headers.get(f"Player {seat}")}
    often = Counter(named.values())
    return {seat: name for seat, name in named.items() if often[name] == 1}


def _printable(text: str) -> str:
    """A record may come from anywhere; what could steer the terminal is left out."""
    return "".join(sign for sign in text if sign.isprintable())


class Viewer:
    """Shows the moments of a game, one at a time or all of them."""

    def __init__(self, moments: list[Moment], screen: Screen, texts: Catalogue) -> None:
        self.moments = moments
        self.screen = screen
        self.words = Words(texts, moments[0].game.rules, names=player_names(moments[0].game.headers))

    def show_all(self) -> None:
        """Everything in words, and the board whenever a round begins and at the end."""
        for at, moment in enumerate(self.moments):
            if moment.kind == "deal":
                show_board(self.screen, moment.scene, self.words)
            self.tell(moment)
            if at == len(self.moments) - 1:
                show_board(self.screen, moment.scene, self.words)
                tell_outcome(moment.game, self.screen, self.words)

    def step_through(self) -> None:
        at = 0
        self._show(at)
        while True:
            typed = self.screen.ask(f"{self.words.text('replay.prompt', at=at + 1, count=len(self.moments))} ")
            wanted = self._wanted(typed.strip().casefold(), at)
            if wanted is None:
                return
            if wanted == at:
                continue
            at = wanted
            self._show(at)

    def _wanted(self, typed: str, at: int) -> int | None:
        """The moment to go to; the same one if that cannot be, and nothing to leave."""
        last = len(self.moments) - 1
        if typed in ("q", "quit", *self.words.texts.words("command.quit")):
            return None
        if typed in ("", "n"):
            wanted = at + 1
        elif typed == "b":
            wanted = at - 1
        elif typed == "r":
            wanted = next((later for later in range(at + 1, last + 1) if self.moments[later].kind == "deal"), last)
        elif typed.isdecimal() and 1 <= int(typed) <= last + 1:
            wanted = int(typed) - 1
        else:
            self.screen.say(self.words.text("replay.help", count=last + 1))
            return at
        if wanted > last or (wanted == at and typed in ("", "n", "r")):
            self.screen.say(self.words.text("replay.end"))
        elif wanted < 0:
            self.screen.say(self.words.text("replay.beginning"))
        return min(max(wanted, 0), last)

    def _show(self, at: int) -> None:
        moment = self.moments[at]
        self.tell(moment)
        show_board(self.screen, moment.scene, self.words)
        tell_outcome(moment.game, self.screen, self.words)

    # In words.

    def tell(self, moment: Moment) -> None:
        match moment.kind:
            case "deal":
                self._tell_deal(moment)
            case "exchange":
                for seat, card in moment.given.items():
                    self._tell_given("replay.gives", seat, moment.game.rules.receiver(seat), card)
            case "play":
                self._tell_play(moment)
            case "stop":
                self.screen.say(self.words.text("replay.stopped"))

    def _tell_deal(self, moment: Moment) -> None:
        words, scene, game = self.words, moment.scene, moment.game
        heading = words.text(
            "round.heading",
            number=scene.round,
            count=scene.deal,
            dealer=words.seat(scene.dealer),
            starter=words.seat(scene.starter),
        )
        dash = self.screen.theme.dash * 2
        self.screen.say(f"{dash} {heading} {dash}", "heading")
        if not game.hands_known:
            self.screen.say(words.text("replay.no_hands"), "hint")
            return
        if game.rules.exchange == "draw":
            for seat in game.rules.seats:
                card = game.view(seat)["received"]
                if card is not None:
                    self._tell_given("replay.draws", seat, game.rules.after(seat), card)
        for seat in game.rules.seats:
            self.screen.say(f"  {words.seat(seat)}: {' '.join(game.hand(seat))}")

    def _tell_given(self, key: str, seat: str, other: str, card: str) -> None:
        words = self.words
        self.screen.say(words.text(key, seat=words.seat(seat), other=words.seat(other), card=words.card(card)))

    def _tell_play(self, moment: Moment) -> None:
        words, play = self.words, moment.play
        assert play is not None
        seat = words.seat(moment.seat)
        if play.is_fold:
            key = "turn.folds" if moment.game.hands_known else "turn.folds_unseen"
            self.screen.say(words.text(key, seat=seat, cards=" ".join(moment.laid_down)))
            return
        what = words.play(moment.seat, play, moment.stages)
        told = words.text("turn.plays", seat=seat, card=words.head(play), what=what)
        self.screen.say(f"{told} ({words.card(moment.taken)})" if moment.taken else told)
