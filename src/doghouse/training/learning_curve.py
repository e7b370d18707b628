"""The learning curve, as JSON and as SVG."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from doghouse.training.evaluation import Evaluation
from doghouse.training.run import Run
from doghouse.util.files import write_atomic

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 380, 64, 92, 76, 56
LINE_HEIGHT = 15
INK, GREY, LINE = "#22252b", "#6b7280", "#dedbd2"
COLOURS = {"net": "#b4332a", "small net": "#3a6ea5"}
FONT = "system-ui, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', sans-serif"


def save_curve(run: Run, folder: Path) -> None:
    """Write ``curve.json`` and, from two points on, ``curve.svg``."""
    data = [asdict(point) for point in run.curve]
    write_atomic(folder / "curve.json", json.dumps(data, indent=1) + "\n")
    if len(run.curve) > 1:
        write_atomic(folder / "curve.svg", draw(run.config.mode, run.curve))


def tick_text(number: float, maximum: int) -> str:
    """Format a number of decisions so that the ticks of an axis differ."""
    if maximum < 4_000:
        return f"{number:,.0f}"
    unit, name = (1e6, "M") if maximum >= 4_000_000 else (1e3, "k")
    return f"{number / unit:,.0f} {name}"


def draw(mode: str, curve: list[Evaluation]) -> str:
    """Draw games won against greedy over decisions played, as SVG."""
    maximum = max(point.decisions for point in curve)
    bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT

    def place(decisions: float, won: float) -> str:
        return f"{LEFT + (right - LEFT) * decisions / maximum:.1f},{bottom - (bottom - TOP) * won:.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'font-family="{FONT}" role="img"><title>Learning curve of {mode}</title>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="28" y="34" font-size="19" font-weight="600" fill="{INK}">Learning curve, {mode}</text>',
        f'<text x="28" y="56" font-size="13" fill="{GREY}">games won against greedy in all other seats, over decisions '
        "played</text>",
    ]
    for part in (0, 0.25, 0.5, 0.75, 1.0):
        x, y = place(maximum * part, 0).split(",")[0], place(0, part).split(",")[1]
        parts += [
            f'<path d="M{LEFT} {y}H{right}" stroke="{LINE}"/>',
            f'<text x="{LEFT - 10}" y="{y}" dy="4" font-size="12" text-anchor="end" fill="{GREY}">'
            f"{100 * part:.0f} %</text>",
            f'<text x="{x}" y="{bottom + 22}" font-size="12" text-anchor="middle" fill="{GREY}">'
            f"{tick_text(maximum * part, maximum)}</text>",
        ]
    other: float | None = None  # where the label of the curve before is
    for name, values in (("net", [point.won for point in curve]), ("small net", [point.small_won for point in curve])):
        line = " ".join(place(point.decisions, won) for point, won in zip(curve, values, strict=True))
        x, y = line.split()[-1].split(",")
        other = height = label_height(float(y), other)
        parts += [
            f'<polyline points="{line}" fill="none" stroke="{COLOURS[name]}" stroke-width="2.5"/>',
            f'<text x="{x}" y="{height:.1f}" dx="8" dy="4" font-size="13" fill="{COLOURS[name]}">{name}</text>',
        ]
    return "\n".join([*parts, "</svg>"]) + "\n"


def label_height(height: float, other: float | None) -> float:
    """Return the height of a label: that of its curve, or as near as the other label allows."""
    if other is None or abs(height - other) >= LINE_HEIGHT:
        return height
    below = other + LINE_HEIGHT
    return below if height >= other and below <= HEIGHT - BOTTOM else other - LINE_HEIGHT
