"""The pieces a seven can consist of, including those that other pieces must unblock first."""

from __future__ import annotations

from collections.abc import Iterator

from doghouse.analysis.facts.play_diff import COMPLETE, is_fresh
from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import DIVE, FINISH, MARBLE_SHIFT, STEP_KIND_BITS


def pieces(core: Core, card: int) -> Iterator[tuple[Core, int]]:
    """Yield each piece that the seat to act could make with this card, with the board before it.

    That is the current board, or the board after pieces that unblock others. Only fresh marbles block the ring, so no
    other pieces need to come first.
    """
    seen: set[bytes] = set()
    boards = [core]
    while boards:
        board = boards.pop()
        for piece in board.seven_chunks(card):
            yield board, piece
            after = _unblocked(board, piece)
            if after is not None and after.seven_left and after.key() not in seen:
                seen.add(after.key())
                boards.append(after)


def piece_enters(board: Core, piece: int) -> bool:
    """Whether a piece brings a marble from the ring into its finish."""
    return piece & STEP_KIND_BITS == DIVE and board.ends(piece)[0] < FINISH


def owner_of(piece: int) -> int:
    """The seat whose marble a piece moves."""
    return ((piece >> MARBLE_SHIFT) & 31) >> 2


def _unblocked(board: Core, piece: int) -> Core | None:
    """Return the board after a piece that unblocks others, None after any other piece.

    A fresh marble leaves its start, a marble in the finish makes room, or the last marble comes in and the team mates'
    may move (R10.4).
    """
    source = board.ends(piece)[0]
    unblocks = source >= FINISH or is_fresh(board, owner_of(piece), source)
    if not unblocks and not piece_enters(board, piece):
        return None
    after = board.copy()
    after.apply(piece)
    return after if unblocks or after.finished(board.turn) == COMPLETE else None
