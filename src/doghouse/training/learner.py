"""Learning: the nets are brought closer to what decisions turned out to be worth."""

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
    """One net under training, and the running average of its weights, which plays.

    On a GPU a step is recorded once and then replayed: launching its parts one by one takes longer than doing them.
    """

    def __init__(self, mode: Mode, shape: Shape, config: Config, device: torch.device) -> None:
        gpu = device.type == "cuda"
        self.net = ValueNet(mode, shape).to(device)
        self.average = copy.deepcopy(self.net).requires_grad_(False)
        self.loss = torch.zeros((), device=device)  # the sum over steps
        self._rate = torch.zeros((), device=device)
        self._keeps = torch.zeros((), device=device)
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
        self._recorded: torch.cuda.CUDAGraph | None = None
        self._loss_function = outcomes(config.margin)

    def use_loss(self, loss_function: LossFunction) -> None:
        """Learn by another lesson from now on."""
        self._loss_function = loss_function
        self._recorded = None

    def learn(self, rows: Tensor, targets: Tensor, rate: float) -> None:
        self._rows.copy_(rows)
        self._targets.copy_(targets)
        self._rate.fill_(rate)
        self._keeps.fill_(min(self._config.average, 1 - 1 / (1 + self._steps / 4)))  # follows closely at first
        self._steps += 1
        if not self._gpu:
            self.optimizer.param_groups[0]["lr"] = rate
            self._step()
        elif self._recorded is not None:
            self._recorded.replay()
        elif self._steps % 10 == 0:
            self._record()
        else:
            self._step()

    def _step(self) -> None:
        self.optimizer.zero_grad(set_to_none=True)
        self._compute()

    def _compute(self) -> None:
        with torch.autocast(self._rows.device.type, dtype=torch.bfloat16, enabled=self._gpu, cache_enabled=False):
            win, margin = self.net(self._rows)
        wrong, loss = self._loss_function(win.float(), margin.float(), self._targets)
        wrong.backward()
        self.optimizer.step()
        self.loss += loss.detach()
        average, net = list(self.average.parameters()), [weights.detach() for weights in self.net.parameters()]
        torch._foreach_mul_(average, self._keeps)
        torch._foreach_add_(average, torch._foreach_mul(net, 1 - self._keeps))

    def _record(self) -> None:
        """Record a step, and then make it."""
        self.optimizer.zero_grad(set_to_none=True)
        recorded = torch.cuda.CUDAGraph()
        # Streams are few and handed out again. Those of the games have no priority, so that none works in this one.
        apart = torch.cuda.Stream(priority=-1)
        with torch.cuda.graph(recorded, stream=apart, capture_error_mode="thread_local"):
            self._compute()
        recorded.replay()
        self._recorded = recorded

    def state(self) -> dict[str, Any]:
        return {
            "net": self.net.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "steps": self._steps,
        }

    def begin(self, weights: dict[str, Tensor], steps: int) -> None:
        """Go on from these weights."""
        self.net.load_state_dict(weights)
        self.average.load_state_dict(weights)
        self._steps = steps

    def load(self, state: dict[str, Any]) -> None:
        self.net.load_state_dict(state["net"])
        self.average.load_state_dict(state["average"])
        self.optimizer.load_state_dict(state["optimizer"])
        self._steps = state["steps"]
        self._recorded = None  # it was recorded with other memory


class Learner:
    """The net that plays and the small one, taught with the same rows."""

    def __init__(self, mode: Mode, config: Config, device: torch.device) -> None:
        torch.manual_seed(config.seed)
        self.config = config
        self.device = device
        self.trainees = {
            "net": Trainee(mode, config.net, config, device),
            "small": Trainee(mode, config.small, config, device),
        }
        self.steps = self.began = 0
        self._loss_asked = 0

    def rate(self, part: float) -> float:
        """How fast to learn at a part of the run; slowly at first."""
        warm = min(1.0, (self.steps - self.began + 1) / self.config.warm_up)
        return warm * value_at(self.config.rate, part, smooth=True)

    def learn(self, rows: Tensor, targets: Tensor, part: float) -> None:
        rate = self.rate(part)
        for trainee in self.trainees.values():
            trainee.learn(rows, targets, rate)
        self.steps += 1

    def loss(self) -> float:
        """The mean loss since it was last asked for."""
        steps = self.steps - self._loss_asked
        total = self.trainees["net"].loss
        mean = float(total) / steps if steps else math.nan
        total.zero_()
        self._loss_asked = self.steps
        return mean

    def player(self, name: str) -> ValueNet:
        """The averaged net in the numbers it plays with; made anew, so that learning goes on apart from it."""
        net = copy.deepcopy(self.trainees[name].average).eval()
        return net.half() if self.device.type == "cuda" else net

    def refresh(self, players: Players) -> None:
        """Bring players that were made earlier up to date."""
        for name, player in players.items():
            torch._foreach_copy_(list(player.parameters()), list(self.trainees[name].average.parameters()))

    def use_loss(self, loss_function: LossFunction) -> None:
        """Learn by another lesson from now on."""
        for trainee in self.trainees.values():
            trainee.use_loss(loss_function)

    def state(self) -> dict[str, Any]:
        return {
            "steps": self.steps,
            "began": self.began,
            **{name: trainee.state() for name, trainee in self.trainees.items()},
        }

    def begin(self, nets: dict[str, dict[str, Tensor]], steps: int) -> None:
        """Go on from nets that were trained for so many steps; what the optimizer knew is lost."""
        self.steps = self.began = self._loss_asked = steps
        for name, trainee in self.trainees.items():
            trainee.begin(nets[name], steps)

    def load(self, state: dict[str, Any]) -> None:
        self.steps = self._loss_asked = state["steps"]
        self.began = state["began"]
        for name, trainee in self.trainees.items():
            trainee.load(state[name])
