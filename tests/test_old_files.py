"""Files of version 0.1.0, from before modules were moved and renamed, can still be read and gone on with.

Only the command line, HTTP and WebSockets are used here, so that these tests hold wherever modules are.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

OLD = Path(__file__).parent / "fixtures" / "before_layout"
TOLD: dict[str, Any] = json.loads((OLD / "manifest.json").read_text(encoding="utf-8"))
FINISHED, RUNNING, LOBBY = TOLD["finished"], TOLD["running"], TOLD["lobby"]
COOKIE = f"doghouse={RUNNING['guest']}"
SECONDS = 60  # for anything, on a busy machine
OPTIONS = (
    *("--host", "127.0.0.1", "--port", "0", "--no-qr", "--thinkers", "1", "--bot-pause", "0", "--fold-pause", "0"),
    *("--keep-unfinished", "36500"),  # days: these tables get old
)


def doghouse(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a command that has to succeed."""
    command = [sys.executable, "-m", "doghouse", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@dataclass(frozen=True)
class House:
    """A house that is open."""

    netloc: str
    said: str  # when it opened

    def get(self, path: str, **headers: str) -> httpx.Response:
        """Ask for something as the guest of the manifest."""
        answer = httpx.get(f"http://{self.netloc}{path}", headers={"Cookie": COOKIE, **headers}, timeout=SECONDS)
        assert answer.status_code == 200, answer.text
        return answer

    @contextmanager
    def table(self, code: str) -> Iterator[tuple[ClientConnection, dict[str, Any]]]:
        """Come to a table as that guest: the socket, and the table with all its events."""
        address = f"ws://{self.netloc}/ws/{code}"
        with connect(address, additional_headers={"Cookie": COOKIE}, max_size=None, proxy=None) as socket:
            yield socket, ask(socket, "table", type="hello", since=0)


def wait_for(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """Pass over other messages; fail where the house refuses something."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(SECONDS))
        assert message["type"] not in ("refused", "bye"), message
        if message["type"] == kind:
            return message


def ask(socket: ClientConnection, kind: str, **message: Any) -> dict[str, Any]:
    """Send a message and wait for an answer of this kind."""
    socket.send(json.dumps(message))
    return wait_for(socket, kind)


@contextmanager
def opened(data: Path) -> Iterator[House]:
    """Serve a data folder until the tests are done with it."""
    command = [sys.executable, "-m", "doghouse", "serve", "--data", str(data), *OPTIONS]
    said = ""
    with (
        data.with_suffix(".log").open("w+", encoding="utf-8") as log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, encoding="utf-8") as process,
    ):
        try:
            assert process.stdout is not None
            for line in process.stdout:
                said += line
                if "http://" in line:
                    break
            else:
                raise AssertionError(f"the server did not start: {said}{Path(log.name).read_text(encoding='utf-8')}")
            port = said.rpartition("http://")[2].split()[0].rpartition(":")[2]
            yield House(f"127.0.0.1:{port}", said)
        finally:
            process.terminate()
            process.wait(SECONDS)
    assert process.returncode == 0


@pytest.fixture(scope="module", params=["stored", "restored"])
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Open the stored house, and then the one that is restored from its backup."""
    data = tmp_path_factory.mktemp("old") / "house"
    if request.param == "stored":
        shutil.copytree(OLD / "house", data)
    else:
        assert (
            f"{TOLD['backup_rows']} rows restored" in doghouse("restore", OLD / "house.backup", "--data", data).stdout
        )
    with opened(data) as found:
        yield found


def test_stored_house_from_before_the_layout_change_opens(house: House) -> None:
    assert "Admin token" not in house.said, "it has one already"
    assert house.get("/healthz").json() == {"database": True}
    counted = house.get("/api/admin/tables", Authorization=f"Bearer {TOLD['admin']}").json()
    assert counted["tables"] == TOLD["tables"]
    assert house.get("/api/me").json() == {"name": "Anna", "language": "de"}
    mine = {table["code"]: table["status"] for table in house.get("/api/me/games").json()}
    assert mine == {FINISHED["code"]: "over", RUNNING["code"]: "playing", LOBBY["code"]: "waiting"}


def test_finished_game_of_a_stored_house_has_its_events_and_its_revealed_seed(house: House) -> None:
    with house.table(FINISHED["code"]) as (_socket, table):
        assert table["state"]["status"] == "over"
        assert table["about"]["commitment"] == FINISHED["commitment"]
        assert [event["number"] for event in table["missed"]] == list(range(1, FINISHED["events"] + 1))
        assert table["missed"][-1]["event"] == {"type": "revealed", "secret": FINISHED["secret"]}


def test_record_of_a_finished_game_of_a_stored_house_is_the_same_and_verifies(house: House, tmp_path: Path) -> None:
    record = house.get(f"/api/tables/{FINISHED['code']}/record").text
    assert record == (OLD / "finished.dog").read_text(encoding="utf-8")
    file = tmp_path / "game.dog"
    file.write_text(record, encoding="utf-8")
    checked = doghouse("verify", file).stdout
    assert "The deals were fixed before the first card." in checked
    assert "FAIL" not in checked
    assert "Anna" in doghouse("replay", file, "--all", "--language", "en").stdout


def test_replay_of_a_finished_game_of_a_stored_house_is_the_same(house: House) -> None:
    replay = house.get(f"/api/tables/{FINISHED['code']}/replay").json()
    assert replay["result"] == FINISHED["result"]
    assert len(replay["frames"]) == FINISHED["frames"]
    frames = json.dumps(replay["frames"], sort_keys=True, separators=(",", ":"))
    assert hashlib.sha256(frames.encode()).hexdigest() == FINISHED["frames_sha256"]


def test_running_game_of_a_stored_house_goes_on_with_the_guest_who_comes_back(house: House) -> None:
    with house.table(RUNNING["code"]) as (socket, table):
        state, number = table["state"], table["number"]
        assert number == len(table["missed"]) == RUNNING["events"]
        assert (state["status"], state["you"], state["seats"]) == ("playing", RUNNING["you"], RUNNING["seats"])
        assert {name: state["view"][name] for name in RUNNING["view"]} == RUNNING["view"]
        play, complete = "", False
        while not complete:
            found = ask(socket, "options", type="explore", id="explore", partial=play)["next"][0]
            play, complete = found["play"], found["complete"]
        assert ask(socket, "ack", type="play", id="back", after=number, play=play)["number"] == number + 1
        mine, theirs = wait_for(socket, "event"), wait_for(socket, "event")
        assert (mine["number"], mine["event"]["seat"], mine["event"]["by"]) == (number + 1, RUNNING["you"], "person")
        assert mine["event"]["play"] == play
        assert (theirs["number"], theirs["event"]["seat"], theirs["event"]["by"]) == (number + 2, "B", "bot")


def test_table_that_waits_in_a_stored_house_is_still_there(house: House) -> None:
    assert [table["code"] for table in house.get("/api/tables").json()] == [LOBBY["code"]]
    listed = house.get(f"/api/tables/{LOBBY['code']}").json()
    assert listed["status"] == "waiting"
    assert {name: listed[name] for name in ("host", "seats", "rules", "pace")} == {
        name: LOBBY[name] for name in ("host", "seats", "rules", "pace")
    }
    with house.table(LOBBY["code"]) as (socket, table):
        assert table["number"] == LOBBY["events"]
        assert ask(socket, "ack", type="say", id="say", phrase="hello")["number"] == LOBBY["events"] + 1


def test_training_goes_on_from_an_old_checkpoint(tmp_path: Path) -> None:
    told, folder = TOLD["training"], tmp_path / "training"
    shutil.copytree(OLD / "training", folder)
    words = ("--mode", told["mode"], "--device", "cpu", "--threads", "1", "--minutes", "0.05")
    done = doghouse("train", *words, "--folder", folder)
    assert f"resuming after step {told['steps']}" in " ".join(done.stderr.split())
    trained = tomllib.loads((folder / f"{told['mode']}.toml").read_text(encoding="utf-8"))["trained"]
    assert trained["steps"] >= told["steps"]
    assert trained["decisions"] > told["decisions"]
    before = json.loads((OLD / "training" / "curve.json").read_text(encoding="utf-8"))
    assert json.loads((folder / "curve.json").read_text(encoding="utf-8"))[: len(before)] == before


def test_nets_of_an_old_training_folder_play(tmp_path: Path) -> None:
    words = ("--players", "2", "--pairs", "1", "--workers", "1", "--out", tmp_path / "match.jsonl")
    doghouse("arena", f"neural:nets={OLD / 'training'}", "random", *words)
    games = json.loads((tmp_path / "match.jsonl").read_text(encoding="utf-8").splitlines()[1])["games"]
    assert [game["fault"] for game in games] == [None, None]


def test_arena_match_goes_on_from_an_old_results_file(tmp_path: Path) -> None:
    told, file = TOLD["arena"], tmp_path / "match.jsonl"
    header, *played = (OLD / "arena.jsonl").read_text(encoding="utf-8").splitlines()
    # Results are not mixed with those of another version: take this one's number once it has gone up.
    header = header.replace('"0.1.0"', json.dumps(doghouse("--version").stdout.split()[1]))
    file.write_text("\n".join([header, *played, ""]), encoding="utf-8")
    for task in range(told["done"]):
        assert "went differently" not in doghouse("arena", "--replay", file, str(task), "0").stderr
    done = doghouse("arena", "--resume", file, "--workers", "1", "--json")
    assert [bot["pairs"] for bot in json.loads(done.stdout)["bots"]] == [told["pairs"], told["pairs"]]
    lines = file.read_text(encoding="utf-8").splitlines()
    assert lines[: told["done"] + 1] == [header, *played]
    tasks = [json.loads(line) for line in lines[1:]]
    assert sorted(task["task"] for task in tasks) == list(range(told["pairs"]))
    first = [[[game["winners"], game["plies"]] for game in task["games"]] for task in tasks[: told["done"]]]
    assert first == told["games"]
