"""What a net is taught: what decisions turned out to be worth, or what sets the plays of a decision apart."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn import functional

BRANCHES = 8  # the most plays of a decision that are looked ahead from
APART, LEVEL = 10.0, 0.3  # how much it counts what sets plays apart, and what they are worth as such

# From the logits of the teams, the margins and the targets: what is to become small, and the loss that is told.
LossFunction = Callable[[Tensor, Tensor, Tensor], tuple[Tensor, Tensor]]


def outcomes(margin_weight: float) -> LossFunction:
    """Decisions one by one: targets are a chance for each team, and the margin at the end of the game."""

    def loss_function(win: Tensor, margin: Tensor, targets: Tensor) -> tuple[Tensor, Tensor]:
        loss = functional.cross_entropy(win, targets[:, :-1])
        return loss + margin_weight * functional.huber_loss(margin, targets[:, -1]), loss

    return loss_function


def forks(win: Tensor, margin: Tensor, targets: Tensor) -> tuple[Tensor, Tensor]:  # noqa: ARG001
    """The plays of each decision in ``BRANCHES`` rows: targets are a chance for each team, and 0 where no play is.

    Plays of one decision differ by little, and most of what they are worth is common to all: what counts is how far
    each is from their mean.
    """
    there = targets[:, -1].view(-1, BRANCHES)
    count = there.sum(1, keepdim=True).clamp(min=1)

    def apart(chances: Tensor) -> Tensor:
        own = chances[:, 0].view(-1, BRANCHES)
        return own - (own * there).sum(1, keepdim=True) / count

    wrong = apart(torch.softmax(win, 1)) - apart(targets[:, :-1])
    loss = -((torch.log_softmax(win, 1) * targets[:, :-1]).sum(1) * targets[:, -1]).sum() / there.sum()
    return APART * (wrong.square() * there).sum() / there.sum() + LEVEL * loss, loss
