"""Requests that no page of ours would make."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from typing import Any

import doghouse as dog
from doghouse.server.protocol import limits
from tests.support.hostile_messages import BROKEN, CANARY, anything

GET = (
    "/api/me",
    "/api/me/games",
    "/api/about",
    "/api/tables",
    "/api/tables/CODE",
    "/api/tables/CODE/record",
    "/api/tables/CODE/replay",
    "/api/tables/CODE/statistics",
    "/api/tables/CODE/qr.svg",
    "/api/admin/tables",
    "/t/CODE",
    "/m/CODE",
    "/ws/CODE",
    "/web/../../server/serve.py",
    "/web/%2e%2e/%2e%2e/cli.py",
)
CODES = ("NOSUCH", "%00", "%ff%fe", "x" * 5000, "..", "%2e%2e%2f", "' OR 1=1 --", "%C4%B0", "*", "ABC DEF")


@dataclass(frozen=True)
class HostileRequest:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes = b""


@dataclass
class Requests:
    """Makes them up."""

    chooser: random.Random
    codes: list[str]
    cookies: list[str]
    position: dict[str, Any] = field(default_factory=lambda: dog.Game(dog.Rules(), seed=1).position())

    def next(self) -> HostileRequest:
        headers = {
            "X-Forwarded-For": ".".join(str(self.chooser.randrange(256)) for _byte in range(4)),
            "Content-Type": self.chooser.choice(["application/json", "text/plain", "multipart/form-data", CANARY]),
            "Cookie": self._cookie(),
            "Accept-Language": self.chooser.choice(["de", "", "x" * 1000, "\xff\xfe"]),
        }
        if self.chooser.random() < 0.2:
            path = self.chooser.choice(GET)
            return HostileRequest(
                self.chooser.choice(["GET", "HEAD", "PUT", "DELETE", "POST"]), self._at(path), headers
            )
        path, body = self._post()
        return HostileRequest("POST", self._at(path), headers, body)

    def _at(self, path: str) -> str:
        code = self.chooser.choice([*self.codes, *CODES])
        more = self.chooser.choice(["", "", "?move=" + CANARY * 60, "?move=%00", "?" + "&" * 100])
        return (path.replace("CODE", code) + more).replace(" ", "%20").encode().decode("latin-1")

    def _cookie(self) -> str:
        chooser = self.chooser
        own, other = chooser.choice(self.cookies), chooser.choice(self.cookies)
        forged = other.rpartition(".")[0] + "." + own.rpartition(".")[2] + "x"
        value = chooser.choice([own, forged, own[:-1], "", "a.b", "\xff", "x" * 5000, f'"{own}"', own + ".x"])
        return f"doghouse={value}"

    def _post(self) -> tuple[str, bytes]:
        """A path, and a proper body for it with something wrong."""
        chooser = self.chooser
        bodies: list[tuple[str, dict[str, Any]]] = [
            ("/api/me", {"name": CANARY, "language": "de"}),
            ("/api/tables", {"edition": "xl", "rules": {"players": 4}, "pace": 60, "bots": {"A": "puppy"}}),
            ("/api/tables", {"edition": "dog", "rules": {"players": 3, "exchange": "pass"}, "seat": "A"}),
            ("/api/tables/CODE/move", {}),
            ("/api/move", {"token": chooser.choice(self.cookies)}),
            ("/api/admin/tables/CODE/close", {}),
            ("/api/practice/options", {"position": self.position, "partial": ""}),
            ("/api/practice/play", {"position": self.position, "play": "K A->A0"}),
        ]
        path, proper = chooser.choice(bodies)
        way = chooser.random()
        if way < 0.1:
            return path, chooser.choice(BROKEN).encode()
        if way < 0.15:
            return path, chooser.randbytes(chooser.choice([0, 10, 1000, limits.MAX_BODY_BYTES + 1]))
        if way < 0.2:
            levels = chooser.choice([100, 400, 900, 3000])
            nest = "[" * levels + "]" * levels
            return path, f'{{"{chooser.choice(list(proper) or ["a"])}":{{"players":{nest}}}}}'.encode()
        if way < 0.25:
            return path, json.dumps({**proper, "name": "\u00e4"}, ensure_ascii=False).encode("latin-1")
        if way < 0.3:
            return path, json.dumps({**proper, "name": "x" * limits.MAX_BODY_BYTES}).encode()
        return path, json.dumps(self._spoilt(json.loads(json.dumps(proper)))).encode()

    def _spoilt(self, proper: Any) -> Any:
        """Plain data with something in it, however deep, replaced, taken away or added."""
        chooser = self.chooser
        inner = proper
        while isinstance(inner, (dict, list)) and inner:
            key: Any = chooser.choice(list(inner)) if isinstance(inner, dict) else chooser.randrange(len(inner))
            if isinstance(inner[key], (dict, list)) and inner[key] and chooser.random() < 0.8:
                inner = inner[key]
                continue
            way = chooser.random()
            if way < 0.6:
                inner[key] = anything(chooser, 3)
            elif way < 0.8 or isinstance(inner, list):
                del inner[key]
            else:
                inner[chooser.choice(["name", "cls", "self", CANARY, ""])] = anything(chooser, 2)
            break
        return proper
