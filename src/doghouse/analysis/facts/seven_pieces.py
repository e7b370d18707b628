"""The pieces that a seven can be made of, also those whose way other pieces of it must open first."""

from __future__ import annotations

from collections.abc import Iterator

from doghouse.analysis.facts.play_diff import COMPLETE, is_fresh
from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import DIVE, FINISH, MARBLE_SHIFT, WHAT_BITS


def pieces(core: Core, card: int) -> Iterator[tuple[Core, int]]:
    """Each piece that the seat to act could make with this card, with the board before it.

    That is the board as it stands, or as pieces leave it that open a way: marbles on the ring block nobody unless they
    are fresh, so nothing else needs to go before.
    """
    seen: set[bytes] = set()
    waiting = [core]
    while waiting:
        board = waiting.pop()
        for piece in board.seven_chunks(card):
            yield board, piece
            after = _opened(board, piece)
            if after is not None and after.seven_left and after.key() not in seen:
                seen.add(after.key())
                waiting.append(after)


def piece_enters(board: Core, piece: int) -> bool:
    """Whether a marble comes from the ring into its finish."""
    return piece & WHAT_BITS == DIVE and board.ends(piece)[0] < FINISH


def owner_of(piece: int) -> int:
    """The seat whose marble a piece moves."""
    return ((piece >> MARBLE_SHIFT) & 31) >> 2


def _opened(board: Core, piece: int) -> Core | None:
    """The board after a piece that opens a way; nothing after any other.

    A fresh marble leaves its start, one in the finish makes room, or the last one comes in: then the team mates' follow
    (R10.4).
    """
    source = board.ends(piece)[0]
    opens = source >= FINISH or is_fresh(board, owner_of(piece), source)
    if not opens and not piece_enters(board, piece):
        return None
    after = board.copy()
    after.apply(piece)
    return after if opens or after.finished(board.turn) == COMPLETE else None
