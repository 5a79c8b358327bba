"""The report of a ladder for a terminal: Elo, the steps by side, and what each of them shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.model.game import Game
from pnp.playtest.sweep_text import aligned, percent

VERDICTS = {
    "helps": "Thinking helps.",
    "harms": "The search is at fault: thinking does harm.",
    "sides": "The game is at fault: in {same} of the seeds the same side wins, whoever leads it.",
    "worse": "The search is at fault: what it takes wins less.",
    "finds": "No difference shown yet, though what it takes wins more; more games would tell.",
    "misses": "The search is at fault: it misses choices that win more.",
    "nothing": "The game is at fault: thinking wins at most {most} more of the games, and no choice proves better.",
    "few": "No difference shown; more games would tell.",
}

def ladder_as_text(game: Game, report: Mapping[str, Any]) -> str:
    """Blocks: Elo, shares, what choices win when they are played out, verdicts."""
    blocks = (_elo(report), _steps(game, report), _trials(report), _verdicts(report))
    return "\n\n".join(text for text in ("\n".join(block) for block in blocks) if text)


def _elo(report: Mapping[str, Any]) -> Iterator[str]:
    yield from aligned([
        ("player", "Elo", "95 %"),
        *((row["player"], _whole(row["elo"]), f"{_whole(row['low'])} … {_whole(row['high'])}")
          for row in report["elo"]),
    ])  # fmt: skip


def _steps(game: Game, report: Mapping[str, Any]) -> Iterator[str]:
    names = {side.id: side.name for side in game.info.sides}
    rows = [("", "games", "share", "95 %")]
    for step in report["steps"]:
        rows.append((f"{step['stronger']} against {step['weaker']}", *_shares(step)))
        if len(step["by_side"]) > 1:
            for sides, row in step["by_side"].items():
                told = ", ".join(names.get(side, side) for side in sides.split(", "))
                rows.append((f"  as {told}", *_shares(row)))
    yield from aligned(rows)


def _shares(row: Mapping[str, Any]) -> tuple[str, str, str]:
    return str(row["games"]), percent(row["share"]), f"{100 * row['low']:.1f}–{100 * row['high']:.1f} %"


def _trials(report: Mapping[str, Any]) -> Iterator[str]:
    rows = [("choices played out", "decisions", "times", "others", "win more of 100", "the best wins more")]
    for step in report["steps"]:
        if (trial := step["trial"]) is not None:
            counts = (str(trial[name]) for name in ("decisions", "rounds", "other"))
            gains = (_gain(trial[name]) for name in ("taken", "best"))
            rows.append((f"{step['stronger']} against {step['weaker']}", *counts, *gains))
    yield from aligned(rows) if len(rows) > 1 else ()


def _verdicts(report: Mapping[str, Any]) -> Iterator[str]:
    for step in report["steps"]:
        same, most = percent(step["same_side"]["share"]), percent(step["more_at_most"])
        text = VERDICTS[step["verdict"]].format(same=same, most=most)
        yield f"{step['stronger']} against {step['weaker']}: {text}"


def _gain(mean: Mapping[str, Any]) -> str:
    """Games of 100 with their interval."""
    told = f"{100 * mean['difference']:+.1f}"
    if mean["low"] is not None:
        told += f" ({100 * mean['low']:+.1f} … {100 * mean['high']:+.1f})"
    return told.replace("-", "−")


def _whole(value: int) -> str:
    return str(value).replace("-", "−")
