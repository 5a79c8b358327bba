"""What the courses of games show, in a few lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.model.game import Game
from pnp.referee.wording import names_of

MOST = 6
"""Sources of points, openings, types of unit and spaces that are told at most."""


def insights_as_text(game: Game, report: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What a line is about, and the line; nothing where nothing is known."""
    names = names_of(game)
    names |= {line.id: line.text for line in game.scenarios[report["scenario"]].victory}
    sides = {side.id: side.name for side in game.info.sides}
    if sources := sorted(report["sources"], key=lambda row: (-abs(row["points"]), row["side"], row["line"]))[:MOST]:
        yield "points from", ", ".join(
            f"{names.get(row['line'], row['line'])} {_minus(row['points'])}"
            + (f" (taken in {_percent(row['taken'])})" if row["taken"]["share"] else "")
            for row in sources if row["points"]
        )  # fmt: skip
    if report["decided"]:
        games = ", ".join(f"turn {turn}: {count}" for turn, count in report["decided"].items())
        yield "decided in", games
        yield "last player-turn", f"changes who wins in {_percent(report['last_player_turn']['turned'])}"
    if len(report["openings"]) > 1:
        yield "first attack", ", ".join(
            f"{names.get(row['first_attack'], row['first_attack']) or 'none'} {row['games']}"
            for row in report["openings"][:MOST]
        )
    if losses := sorted(report["losses"], key=lambda row: (-row["lost"], row["side"], row["type"]))[:MOST]:
        kinds = {kind.id: kind.plural for kind in game.info.unit_types}
        yield "lost", ", ".join(
            f"{kinds.get(row['type'], row['type'])} ({sides[row['side']]}) {row['lost']} of {row['of']:g}"
            for row in losses if row["lost"]
        )  # fmt: skip
    if fights := sorted(report["heat"]["fights"].items(), key=lambda item: (-item[1], item[0]))[:MOST]:
        yield "fights at", ", ".join(f"{names.get(space, space)} {count}" for space, count in fights)


def _percent(share: Mapping[str, Any]) -> str:
    return f"{100 * share['share']:.0f} %"


def _minus(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")
