"""A game from the first deal to the end, with one person at the table."""

from __future__ import annotations

from collections import Counter

from doghouse.i18n import Catalogue
from doghouse.rules.game import Game
from doghouse.rules.notation import Play
from doghouse.terminal.bot_players import Opponent
from doghouse.terminal.give_prompt import choose_gift
from doghouse.terminal.outcome_text import tell_outcome
from doghouse.terminal.phrasing import Words
from doghouse.terminal.play_stages import stages
from doghouse.terminal.scene import Scene, scene_of
from doghouse.terminal.screen import Screen
from doghouse.terminal.screen_layout import show_board
from doghouse.terminal.turn import PersonsTurn

PERSON = "A"


class Session:
    """Carries a game on: chance and the others by themselves, the person by asking."""

    def __init__(self, game: Game, screen: Screen, texts: Catalogue, bot: str) -> None:
        self.game = game
        self.screen = screen
        self.words = Words(texts, game.rules, PERSON)
        self.others = {seat: Opponent(bot, game.seed, seat) for seat in game.rules.seats if seat != PERSON}
        self.latest: dict[str, str] = {}
        self.round = 0

    def run(self) -> None:
        """Play to the end; Quit, EOFError or KeyboardInterrupt leave the game as it stands."""
        while self.game.phase != "over":
            if self.game.round != self.round:
                self._begin_round()
            if self.game.phase == "give":
                self._exchange()
            elif self.game.turn == PERSON:
                self._persons_turn()
            else:
                self._others_turn(self.game.turn or "")
        show_board(self.screen, self.scene(), self.words)
        tell_outcome(self.game, self.screen, self.words)

    def scene(self) -> Scene:
        return scene_of(self.game, self.latest)

    # Rounds.

    def _begin_round(self) -> None:
        self.round = self.game.round
        self.latest.clear()
        scene, theme = self.scene(), self.screen.theme
        heading = self.words.text(
            "round.heading",
            number=scene.round,
            count=self.game.dealt,
            dealer=self.words.seat(scene.dealer),
            starter=self.words.seat(scene.starter),
        )
        self.screen.say("")
        self.screen.say(f"{theme.dash * 2} {heading} {theme.dash * 2}", "heading")
        if self.game.rules.exchange == "draw":
            self._tell_exchange()

    def _exchange(self) -> None:
        receiver = self.game.rules.receiver(PERSON)
        card = choose_gift(self.game, PERSON, receiver, self.scene(), self.screen, self.words)
        after = self.game.copy()
        after.give(PERSON, card)
        for seat, player in self.others.items():
            after.give(seat, player.give(after))
        self.game = after
        self._tell_exchange()

    def _tell_exchange(self) -> None:
        """What the person gave or lost, and got."""
        rules, view = self.game.rules, self.game.view(PERSON)
        to = rules.receiver(PERSON)
        giver = next(seat for seat in rules.seats if rules.receiver(seat) == PERSON)
        how = "draw" if rules.exchange == "draw" else "give"
        self.screen.say(
            self.words.text(f"exchange.{how}", card=self.words.card(view["gave"]), to=self.words.seat(to))
            + " "
            + self.words.text(
                f"exchange.{how}_got", card=self.words.card(view["received"]), giver=self.words.seat(giver)
            )
        )

    # Turns.

    def _persons_turn(self) -> None:
        play = PersonsTurn(self.game, self.scene(), self.screen, self.words).choose()
        self._carry_out(PERSON, Play.parse(play))

    def _others_turn(self, seat: str) -> None:
        self._carry_out(seat, self.others[seat].play(self.game))

    def _carry_out(self, seat: str, play: Play) -> None:
        """Make a play and tell it. The game is replaced at one stroke, so that Ctrl-C never finds half a play in it."""
        hand = self.game.hand(PERSON)
        theirs = self.game.hand(seat)
        told = self.words.play(seat, play, stages(self.game, play))
        after = self.game.copy()
        after.play(play)
        self.game = after
        if play.is_fold:
            key = "turn.you_fold" if seat == PERSON else "turn.folds"
            self.screen.say(self.words.text(key, seat=self.words.seat(seat), cards=" ".join(theirs)))
            return
        if after.round == self.round:
            self.latest[seat] = play.head
        key = "turn.you_play" if seat == PERSON else "turn.plays"
        self.screen.say(self.words.text(key, seat=self.words.seat(seat), card=self.words.head(play), what=told))
        if play.takes_from is not None:
            self._tell_taken(seat, play, hand)

    def _tell_taken(self, seat: str, play: Play, hand: list[str]) -> None:
        """Which card a 2 took, if the person can know."""
        now = Counter(self.game.hand(PERSON))
        if seat == PERSON:
            got = now - (Counter(hand) - Counter([play.card or ""]))
            self.screen.say(f"  {self.words.text('turn.you_took', card=self.words.card(next(iter(got))))}")
        elif play.takes_from == PERSON:
            lost = Counter(hand) - now
            self.screen.say(f"  {self.words.text('turn.you_lost', card=self.words.card(next(iter(lost))))}", "bad")
