"""Figures that benchmarks return: seconds keep their kind, so that their ratio to the yardstick can be told."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Seconds:
    """A time that was measured.

    wall_s  seconds on the clock, None where only the processor was watched
    cpu_s   seconds of the processor, of all processes; None where only the clock was watched
    note    what else is worth saying
    """

    wall_s: float | None = None
    cpu_s: float | None = None
    note: str = ""


def shown(figure: object, yardstick_wall_s: float, yardstick_cpu_s: float) -> object:
    """A figure as text; `Seconds` with their ratio to the yardstick, anything else as it is."""
    if not isinstance(figure, Seconds):
        return figure
    parts = []
    if figure.wall_s is not None:
        parts.append(f"{figure.wall_s:.2f} s ({figure.wall_s / yardstick_wall_s:.2f} yardsticks)")
    if figure.cpu_s is not None:
        parts.append(f"{figure.cpu_s:.2f} s of CPU ({figure.cpu_s / yardstick_cpu_s:.2f})")
    return ", ".join([*parts, *([figure.note] if figure.note else [])])
