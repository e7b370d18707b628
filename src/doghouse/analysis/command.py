"""``doghouse advise``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import IO, Any

import click
from rich.console import Console
from rich.progress import Progress

from doghouse.analysis.errors import SECTION, NoAdvice, error_text
from doghouse.analysis.position_source import read_position
from doghouse.bots.bot import InvalidOption
from doghouse.i18n import Catalogue
from doghouse.rules.errors import DogError
from doghouse.rules.notation import SEATS
from doghouse.terminal.command import language_option

TOP = 8


class AdviceError(click.ClickException):
    """An error in the language of the player, with the exit code of a usage error."""

    exit_code = 2

    def __init__(self, texts: Catalogue, source: str, error: NoAdvice | DogError) -> None:
        super().__init__(texts.text(f"{SECTION}.error_in", source=source, problem=error_text(texts, error)))

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(self.message, file=file or sys.stderr)


@click.command(name="advise")
@click.argument("position", type=click.Path(path_type=Path))
@click.option(
    "--move",
    type=int,
    metavar="N",
    help="For a record: number of the move, as shown by doghouse replay.  [default: the last]",
)
@click.option(
    "--seat", type=click.Choice(list(SEATS), case_sensitive=False), help="In the exchange: the seat that is to give."
)
@click.option(
    "--top", type=click.IntRange(0), default=TOP, show_default=True, help="Number of plays to show; 0 for all."
)
@click.option(
    "--deals",
    type=click.IntRange(0, 100_000),
    default=0,
    show_default=True,
    help="Number of deals of the hidden cards on which the best plays are rolled out to the end of the round.",
)
@click.option("--nets", type=click.Path(), default="", help="Folder with nets.  [default: those shipped]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
@language_option
def advise_command(
    position: Path, move: int | None, seat: str | None, top: int, deals: int, nets: str, as_json: bool, language: str
) -> None:
    """Rate each play: its chance of winning, from what the seat knows, and the reasons.

    POSITION is a file with a position or a view as JSON, or with a record; - reads standard input.
    """
    from doghouse.analysis.advice import advise  # numpy is slow to import
    from doghouse.analysis.display import Display
    from doghouse.bots.nets.inference import InvalidNet, net_folder

    texts = Catalogue.load(language, "advice")
    try:
        folder = net_folder(nets)
        source = read_position(_read(position), move)
        seat = source.seat_to_advise(seat)
        played = source.played.get(seat)
        view = source.game.view(seat)
        console = Console(stderr=True)
        with Progress(console=console, transient=True, disable=not (deals and console.is_terminal)) as bar:
            task = bar.add_task("", total=deals)
            advice = advise(view, folder, deals, top, played, lambda done: bar.update(task, completed=done))
    except InvalidOption:
        raise AdviceError(texts, "--nets", NoAdvice("nets_folder", path=nets)) from None
    except InvalidNet as error:
        raise AdviceError(texts, "--nets" if nets else "doghouse", NoAdvice("bad_nets", problem=str(error))) from None
    except (NoAdvice, DogError) as error:
        name = texts.text(f"{SECTION}.standard_input") if str(position) == "-" else str(position)
        raise AdviceError(texts, name, error) from None
    display = Display(advice, source.game.headers, language, played)
    if as_json:
        click.echo(json.dumps(display.to_json(), indent=2, ensure_ascii=False))
    else:
        display.show()


def _read(position: Path) -> str:
    try:
        data = sys.stdin.buffer.read() if str(position) == "-" else position.read_bytes()
        return data.decode("utf-8-sig")
    except FileNotFoundError:
        raise NoAdvice("no_file") from None
    except IsADirectoryError:
        raise NoAdvice("directory") from None
    except OSError as error:
        raise NoAdvice("unreadable", problem=str(error.strerror)) from None
    except UnicodeDecodeError:
        raise NoAdvice("not_text") from None
