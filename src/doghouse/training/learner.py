"""The learner: both nets, their optimizers, and the moving averages of their weights."""

from __future__ import annotations

import copy
import math
from typing import Any

import torch
from torch import Tensor

from doghouse.bots.modes import Mode
from doghouse.training.config import Config, Shape, value_at
from doghouse.training.losses import LossFunction, outcomes
from doghouse.training.model import Players, ValueNet


class Trainee:
    """One net with its optimizer, and the moving average of its weights, which self-play uses.

    On a GPU a step is captured once as a CUDA graph and then replayed, since launching its kernels takes longer than
    running them.
    """

    def __init__(self, mode: Mode, shape: Shape, config: Config, device: torch.device) -> None:
        gpu = device.type == "cuda"
        self.net = ValueNet(mode, shape).to(device)
        self.average = copy.deepcopy(self.net).requires_grad_(False)
        self.loss = torch.zeros((), device=device)  # the sum over steps
        self._rate = torch.zeros((), device=device)
        self._average_decay = torch.zeros((), device=device)
        self._rows = torch.zeros((config.batch, mode.features), dtype=torch.uint8, device=device)
        self._targets = torch.zeros((config.batch, len(mode.teams) + 1), device=device)
        self.optimizer = torch.optim.AdamW(
            self.net.parameters(),
            lr=self._rate if gpu else 0.0,
            betas=(0.9, 0.99),
            weight_decay=config.weight_decay,
            fused=gpu,
            capturable=gpu,
        )
        self._config = config
        self._steps = 0
        self._gpu = gpu
        self._graph: torch.cuda.CUDAGraph | None = None
        self._loss_function = outcomes(config.margin)

    def use_loss(self, loss_function: LossFunction) -> None:
        self._loss_function = loss_function
        self._graph = None

    def learn(self, rows: Tensor, targets: Tensor, rate: float) -> None:
        """Make one optimizer step."""
        self._rows.copy_(rows)
        self._targets.copy_(targets)
        self._rate.fill_(rate)
        self._average_decay.fill_(min(self._config.average, 1 - 1 / (1 + self._steps / 4)))  # follows closely at first
        self._steps += 1
        if self._graph is not None:
            self._graph.replay()
        elif self._gpu and self._steps % 10 == 0:
            self._capture()
        else:
            if not self._gpu:
                self.optimizer.param_groups[0]["lr"] = rate
            self.optimizer.zero_grad(set_to_none=True)
            self._compute()

    def _compute(self) -> None:
        with torch.autocast(self._rows.device.type, dtype=torch.bfloat16, enabled=self._gpu, cache_enabled=False):
            win, margin = self.net(self._rows)
        total, loss = self._loss_function(win.float(), margin.float(), self._targets)
        total.backward()
        self.optimizer.step()
        self.loss += loss.detach()
        average, net = list(self.average.parameters()), [weights.detach() for weights in self.net.parameters()]
        torch._foreach_mul_(average, self._average_decay)
        torch._foreach_add_(average, torch._foreach_mul(net, 1 - self._average_decay))

    def _capture(self) -> None:
        """Capture a step as a CUDA graph, and make it."""
        self.optimizer.zero_grad(set_to_none=True)
        graph = torch.cuda.CUDAGraph()
        # PyTorch reuses a few streams. Those of the games have no priority, so that none of them is this one.
        stream = torch.cuda.Stream(priority=-1)
        with torch.cuda.graph(graph, stream=stream, capture_error_mode="thread_local"):
            self._compute()
        graph.replay()
        self._graph = graph

    def state(self) -> dict[str, Any]:
        return {
            "net": self.net.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "steps": self._steps,
        }

    def start_from(self, weights: dict[str, Tensor], steps: int) -> None:
        """Start from trained weights, with a new optimizer."""
        self.net.load_state_dict(weights)
        self.average.load_state_dict(weights)
        self._steps = steps

    def load(self, state: dict[str, Any]) -> None:
        self.net.load_state_dict(state["net"])
        self.average.load_state_dict(state["average"])
        self.optimizer.load_state_dict(state["optimizer"])
        self._steps = state["steps"]
        self._graph = None  # it holds on to the old memory


class Learner:
    """The net and the small net, trained on the same rows."""

    def __init__(self, mode: Mode, config: Config, device: torch.device) -> None:
        torch.manual_seed(config.seed)
        self.config = config
        self.device = device
        self.trainees = {
            "net": Trainee(mode, config.net, config, device),
            "small": Trainee(mode, config.small, config, device),
        }
        self.steps = self.began = 0
        self._loss_read_at = 0

    def rate(self, fraction: float) -> float:
        """Return the learning rate at a fraction of the run, after a warm-up."""
        warm = min(1.0, (self.steps - self.began + 1) / self.config.warm_up)
        return warm * value_at(self.config.rate, fraction, smooth=True)

    def learn(self, rows: Tensor, targets: Tensor, fraction: float) -> None:
        rate = self.rate(fraction)
        for trainee in self.trainees.values():
            trainee.learn(rows, targets, rate)
        self.steps += 1

    def loss(self) -> float:
        """Return the mean loss since the last call."""
        steps = self.steps - self._loss_read_at
        total = self.trainees["net"].loss
        mean = float(total) / steps if steps else math.nan
        total.zero_()
        self._loss_read_at = self.steps
        return mean

    def player(self, name: str) -> ValueNet:
        """Return a copy of an averaged net in the precision it plays with."""
        net = copy.deepcopy(self.trainees[name].average).eval()
        return net.half() if self.device.type == "cuda" else net

    def refresh(self, players: Players) -> None:
        """Copy the current weights to players that were made earlier."""
        for name, player in players.items():
            torch._foreach_copy_(list(player.parameters()), list(self.trainees[name].average.parameters()))

    def state(self) -> dict[str, Any]:
        return {
            "steps": self.steps,
            "began": self.began,
            **{name: trainee.state() for name, trainee in self.trainees.items()},
        }

    def start_from(self, nets: dict[str, dict[str, Tensor]], steps: int) -> None:
        """Start from nets that were trained for some steps, with new optimizers."""
        self.steps = self.began = self._loss_read_at = steps
        for name, trainee in self.trainees.items():
            trainee.start_from(nets[name], steps)

    def load(self, state: dict[str, Any]) -> None:
        self.steps = self._loss_read_at = state["steps"]
        self.began = state["began"]
        for name, trainee in self.trainees.items():
            trainee.load(state[name])
