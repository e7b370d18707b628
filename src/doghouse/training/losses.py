"""Loss functions: for the outcomes of self-play, and for the branches of forks."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn import functional

BRANCHES = 8  # maximum number of plays tried at a fork
ADVANTAGE_WEIGHT, LEVEL_WEIGHT = 10.0, 0.3  # weights of the two parts of the fork loss

# From the logits of the teams, the margins and the targets to the loss to minimise and the loss to report.
LossFunction = Callable[[Tensor, Tensor, Tensor], tuple[Tensor, Tensor]]


def outcomes(margin_weight: float) -> LossFunction:
    """Return the loss of single decisions: targets are a chance per team and the margin at the end of the game."""

    def loss_function(win: Tensor, margin: Tensor, targets: Tensor) -> tuple[Tensor, Tensor]:
        loss = functional.cross_entropy(win, targets[:, :-1])
        return loss + margin_weight * functional.huber_loss(margin, targets[:, -1]), loss

    return loss_function


def forks(win: Tensor, margin: Tensor, targets: Tensor) -> tuple[Tensor, Tensor]:  # noqa: ARG001
    """Return the loss of forks, ``BRANCHES`` rows each: targets are a chance per team, and 1 or 0 (an unused row).

    The plays of a fork share most of their value, so the loss weighs how far each is from their mean.
    """
    used = targets[:, -1].view(-1, BRANCHES)
    count = used.sum(1, keepdim=True).clamp(min=1)

    def advantages(chances: Tensor) -> Tensor:
        own = chances[:, 0].view(-1, BRANCHES)
        return own - (own * used).sum(1, keepdim=True) / count

    error = advantages(torch.softmax(win, 1)) - advantages(targets[:, :-1])
    loss = -((torch.log_softmax(win, 1) * targets[:, :-1]).sum(1) * targets[:, -1]).sum() / used.sum()
    return ADVANTAGE_WEIGHT * (error.square() * used).sum() / used.sum() + LEVEL_WEIGHT * loss, loss
