"""One game from the first deal to the end, between one human and bots."""

from __future__ import annotations

import hashlib
from collections import Counter

from doghouse.bots.bot import Bot
from doghouse.bots.registry import make_bot
from doghouse.i18n import Catalogue
from doghouse.rules.game import Game
from doghouse.rules.notation import Play
from doghouse.terminal.phrasing import Phrasing
from doghouse.terminal.play_stages import stages
from doghouse.terminal.scene import Scene, scene_from_game
from doghouse.terminal.screen import Screen
from doghouse.terminal.screen_layout import show_board, show_outcome, show_round_heading
from doghouse.terminal.turn import HumanTurn, choose_card_to_give

HUMAN = "A"  # the seat of the human


def bot_at(seat: str, bot: str, seed: str) -> Bot:
    """Return a bot for a seat; the seed of the game determines its choices."""
    digest = hashlib.sha256(f"player {seat} of {seed}".encode()).digest()
    return make_bot(bot, int.from_bytes(digest[:8], "big"))


class Session:
    def __init__(self, game: Game, screen: Screen, texts: Catalogue, bot: str) -> None:
        self.game = game
        self.screen = screen
        self.phrasing = Phrasing(texts, game.rules, HUMAN)
        self.bots = {seat: bot_at(seat, bot, game.seed) for seat in game.rules.seats if seat != HUMAN}
        self.latest: dict[str, str] = {}
        self.round = 0

    def run(self) -> None:
        """Play to the end. Quit, EOFError and KeyboardInterrupt leave the game in its last complete state."""
        while self.game.phase != "over":
            if self.game.round != self.round:
                self._begin_round()
            if self.game.phase == "give":
                self._exchange()
            elif self.game.turn == HUMAN:
                play = HumanTurn(self.game, self.scene(), self.screen, self.phrasing).choose()
                self._apply(HUMAN, Play.parse(play))
            else:
                seat = self.game.turn or ""
                self._apply(seat, self.bots[seat].play(self.game.view(seat)))
        show_board(self.screen, self.scene(), self.phrasing)
        show_outcome(self.game, self.screen, self.phrasing)

    def scene(self) -> Scene:
        return scene_from_game(self.game, self.latest)

    def _begin_round(self) -> None:
        self.round = self.game.round
        self.latest.clear()
        self.screen.say("")
        show_round_heading(self.screen, self.scene(), self.phrasing)
        if self.game.rules.exchange == "draw":
            self._show_exchange()

    def _exchange(self) -> None:
        card = choose_card_to_give(self.game, HUMAN, self.scene(), self.screen, self.phrasing)
        after = self.game.copy()
        after.give(HUMAN, card)
        for seat, bot in self.bots.items():
            after.give(seat, bot.give(after.view(seat)))
        self.game = after
        self._show_exchange()

    def _show_exchange(self) -> None:
        """Say which card the human gave or lost, and which came in return."""
        rules, view, phrasing = self.game.rules, self.game.view(HUMAN), self.phrasing
        giver = next(seat for seat in rules.seats if rules.receiver(seat) == HUMAN)
        key = "exchange.draw" if rules.exchange == "draw" else "exchange.give"
        gave = phrasing.text(key, card=phrasing.card(view["gave"]), to=phrasing.seat(rules.receiver(HUMAN)))
        got = phrasing.text(f"{key}_got", card=phrasing.card(view["received"]), giver=phrasing.seat(giver))
        self.screen.say(f"{gave} {got}")

    def _apply(self, seat: str, play: Play) -> None:
        """Make a play and print it. Assign the new game at once, so that Ctrl-C never leaves half a play."""
        phrasing = self.phrasing
        hand, cards = self.game.hand(HUMAN), self.game.hand(seat)
        what = phrasing.play(seat, play, stages(self.game, play))
        after = self.game.copy()
        after.play(play)
        self.game = after
        if play.is_fold:
            key = "turn.you_fold" if seat == HUMAN else "turn.folds"
            self.screen.say(phrasing.text(key, seat=phrasing.seat(seat), cards=" ".join(cards)))
            return
        if after.round == self.round:
            self.latest[seat] = play.head
        key = "turn.you_play" if seat == HUMAN else "turn.plays"
        self.screen.say(phrasing.text(key, seat=phrasing.seat(seat), card=phrasing.head(play), what=what))
        if play.takes_from is not None:
            self._show_taken(seat, play, hand)

    def _show_taken(self, seat: str, play: Play, before: list[str]) -> None:
        """Say which card a 2 took, if the human may know."""
        hand = Counter(self.game.hand(HUMAN))
        if seat == HUMAN:
            (card,) = hand - (Counter(before) - Counter([play.card or ""]))
            self.screen.say(f"  {self.phrasing.text('turn.you_took', card=self.phrasing.card(card))}")
        elif play.takes_from == HUMAN:
            (card,) = Counter(before) - hand
            self.screen.say(f"  {self.phrasing.text('turn.you_lost', card=self.phrasing.card(card))}", "bad")
