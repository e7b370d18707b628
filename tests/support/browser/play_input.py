"""Make given plays in the browser: by tapping, marble first, by dragging, or by keyboard."""

from __future__ import annotations

from playwright.sync_api import Error, Page

from doghouse.rules.game import Game
from doghouse.rules.notation import Move, Play

# Where something is, once it stays there for a frame.
MIDDLE = """selector => {
    const found = document.querySelector(selector);
    const box = (found?.querySelector('.glow') ?? found)?.getBoundingClientRect();
    if (!box?.width) return null;
    const at = [box.x + box.width / 2, box.y + box.height / 2];
    const before = window.seenAt;
    window.seenAt = [selector, ...at.map(Math.round)].join();
    return before === window.seenAt ? at : null;
}"""
SHOWS = """([hand, marbles]) => {
    const cards = [...document.querySelectorAll('.hand .card')].map((card) => card.dataset.card);
    const stones = (seat) => [...document.querySelectorAll(`.marble.seat-${seat.toLowerCase()}`)];
    return (hand === null || cards.join() === hand.join()) && Object.entries(marbles).every(
        ([seat, fields]) => stones(seat).map((stone) => stone.dataset.field).sort().join() === fields.join());
}"""
# What has to be chosen next, so that the marble on one field goes to another.
NEXT = """([source, target]) => {
    const has = (what) => document.querySelector(what) !== null;
    const chosen = document.querySelector('.board .chosen')?.dataset.field;
    if (chosen === source) return has(`.choice.target[data-pick='${target}']`) && 'target';
    if (has(`.choice.movable[data-pick='${source}']`)) return 'marble';
    return chosen && has(`.choice.target[data-pick='${source}']`) && 'other marble';
}"""
TAKEN = """source => document.querySelector('.which') !== null
    || document.querySelector(`.board .chosen[data-field='${source}']`) === null"""
CARD = ".hand .card[data-card='{}'][aria-disabled='false']"
FIELD = ".choice[data-pick='{}']"
CHOSEN = ".board .chosen"
CONFIRM = ".prompt-buttons .confirm"
# The key that leads on: none at the goal, an arrow inside a group, Tab between groups.
WAY = """selector => {
    const wanted = document.querySelector(selector);
    if (!wanted) return null;
    const here = document.activeElement;
    if (here === wanted) return 'here';
    const group = here.closest('.hand, .over, .prompt-buttons, .which');
    if (group?.contains(wanted)) return 'ArrowRight';
    return here.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab';
}"""
MAX_KEYS = 40  # pressed to reach something


def expect_position(page: Page, game: Game, seat: str | None) -> None:
    """Wait until the page shows the board, and the hand of its seat, as they are."""
    marbles = {letter: sorted(fields) for letter, fields in game.marbles().items()}
    hand = None if seat is None else game.hand(seat)
    try:
        page.wait_for_function(SHOWS, arg=[hand, marbles])
    except Error as error:
        error.add_note(f"expected {hand}, {marbles}, and not: {page.locator('main').inner_text()}")
        error.add_note(str(page.evaluate("[...document.querySelectorAll('.marble')].map((one) => one.dataset.field)")))
        raise


class TapInput:
    """Taps a card, then a marble, then where it goes."""

    def __init__(self, page: Page, seat: str = "A") -> None:
        self.page = page
        self.seat = seat

    def give(self, card: str) -> None:
        self.take(CARD.format(card))

    def play(self, text: str) -> None:
        """Make a whole play, a 7 with its confirmation."""
        play = Play.parse(text)
        self.begin(play)
        for move in play.moves[1:]:
            self.move(move)
        if play.acts_as == "7":
            self.take(CONFIRM)

    def begin(self, play: Play) -> None:
        """The card with its first move, or with what it does instead of moving."""
        self.take(CARD.format(play.card))
        if not play.moves:
            self.take(f".prompt-buttons [data-play='{play}']")
            return
        self.move(play.moves[0])
        self.say_which(play)

    def say_which(self, play: Play) -> None:
        """Where the target can mean several things, say which."""
        if self.page.locator(".which").count():
            self.take(f".which [data-play='{play.head} {play.moves[0]}']")

    def move(self, move: Move) -> None:
        """A marble, then where it goes."""
        while (step := self._next(move)) != "target":
            self.take(FIELD.format(move.source) if step == "marble" else CHOSEN)
        self.take(FIELD.format(move.target))
        self._settle(move)

    def take(self, selector: str) -> None:
        """Choose a card, a field or a button: in its middle, whatever lies there."""
        self.page.mouse.click(*self.middle(selector))

    def middle(self, selector: str) -> tuple[float, float]:
        x, y = self.page.wait_for_function(MIDDLE, arg=selector).json_value()
        return x, y

    def _next(self, move: Move) -> str:
        return str(self.page.wait_for_function(NEXT, arg=[move.source, move.target]).json_value())

    def _settle(self, move: Move) -> None:
        self.page.wait_for_function(TAKEN, arg=move.source)


class MarbleFirstInput(TapInput):
    """Taps a marble and where it goes; the card follows from that, or is asked for."""

    def begin(self, play: Play) -> None:
        if not play.moves:
            super().begin(play)
            return
        self.page.wait_for_selector(CARD.format(play.card))
        self.move(play.moves[0])
        self.say_which(play)


class DragInput(TapInput):
    """Drags marbles to where they go."""

    def move(self, move: Move) -> None:
        step = self._next(move)
        mouse = self.page.mouse
        if step == "other marble":
            self.take(CHOSEN)
            step = self._next(move)
        x, y = self.middle(FIELD.format(move.source) if step == "marble" else CHOSEN)
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + 12, y + 12)
        mouse.move(*self.middle(f".choice.target[data-pick='{move.target}']"), steps=3)
        mouse.up()
        self._settle(move)


class KeyboardInput(TapInput):
    """Goes from one thing to the next by Tab and the arrows, chooses by Enter and Space in turn."""

    pressed = 0

    def take(self, selector: str) -> None:
        keyboard = self.page.keyboard
        for _press in range(MAX_KEYS):
            key = self.page.wait_for_function(WAY, arg=selector).json_value()
            if key == "here":
                self.pressed += 1
                keyboard.press("Enter" if self.pressed % 2 else "Space")
                return
            keyboard.press(key)
        here = self.page.evaluate("document.activeElement.outerHTML")
        raise AssertionError(f"{selector} cannot be reached by keyboard, but {here}")

    def move(self, move: Move) -> None:
        while (step := self._next(move)) != "target":
            if step == "marble":
                self.take(FIELD.format(move.source))
            else:
                self.page.keyboard.press("Escape")
                self.page.wait_for_selector(CHOSEN, state="detached")
        self.take(FIELD.format(move.target))
        self._settle(move)
