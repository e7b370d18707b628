"""Somebody who plays by keyboard only."""

from __future__ import annotations

from doghouse.rules.notation import Move
from tests.support.browser.fingers import CHOSEN, FIELD, Finger

# Which key leads on: none where one is, an arrow inside a group, the tabulator between groups.
WAY = """selector => {
    const wanted = document.querySelector(selector);
    if (!wanted) return null;
    const here = document.activeElement;
    if (here === wanted) return 'here';
    const group = here.closest('.hand, .over, .prompt-buttons, .which');
    if (group?.contains(wanted)) return 'ArrowRight';
    return here.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab';
}"""
MOST = 40  # keys pressed to get somewhere


class Keys(Finger):
    """Goes from one thing to the next by Tab and the arrows, chooses by Enter and Space in turn."""

    pressed = 0

    def take(self, selector: str) -> None:
        keyboard = self.page.keyboard
        for _press in range(MOST):
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
