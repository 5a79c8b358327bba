"""What the courses of many games add up to: sources of points, openings, when games are decided, losses, heat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from pnp.playtest.stats import band, share, spread

SHOWN = 12
"""Openings that are told at most: those that came up most often."""


class Insights:
    """The sums of the courses of a campaign."""

    def __init__(self) -> None:
        self.games = 0
        self.points: dict[tuple[str, str], Counter[int]] = {}
        self.turns: dict[tuple[str, str], Counter[int]] = {}
        self.takings: Counter[tuple[str, str]] = Counter()
        self.decided: Counter[int] = Counter()
        self.last_sides: Counter[str] = Counter()
        self.before_last: Counter[str] = Counter()
        self.known = self.turned = 0
        self.last_points: dict[str, Counter[int]] = {}
        self.openings: dict[str, Counter[str]] = {}
        self.lost: dict[tuple[str, str], list[int]] = {}
        self.heat: dict[str, Counter[str]] = {"moves": Counter(), "fights": Counter()}
        self.lost_at: dict[str, Counter[str]] = {}
        self.by_turn: dict[int, dict[str, Counter[int]]] = {}

    def add(self, game: dict[str, Any]) -> None:
        """Move the course out of a game's summary into the sums, see `course.GameCourse.summary`."""
        if game["fault"]:
            return
        course, winner = game.pop("course"), game["winner"]
        self.games += 1
        for side, line, points, turns in course["sources"]:
            self.points.setdefault((side, line), Counter())[points] += 1
            self.takings[side, line] += len(turns)
            if turns:
                self.turns.setdefault((side, line), Counter())[turns[0]] += 1
        if course["decided"] is not None:
            self.decided[course["decided"]] += 1
        self._add_last(course["last"], winner, told=course["decided"] is not None)
        self.openings.setdefault(course["opening"], Counter())[winner or ""] += 1
        for side, kind, lost, whole in course["losses"]:
            sums = self.lost.setdefault((side, kind), [0, 0])
            sums[0] += lost
            sums[1] += whole
        for name, heat in self.heat.items():
            heat.update(course["heat"][name])
        for side, counts in course["heat"]["lost"].items():
            self.lost_at.setdefault(side, Counter()).update(counts)
        for turn, score in course["points"].items():
            for side, points in score.items():
                self.by_turn.setdefault(int(turn), {}).setdefault(side, Counter())[points] += 1

    def _add_last(self, last: Mapping[str, Any] | None, winner: str | None, *, told: bool) -> None:
        if last is None:
            return
        self.last_sides[last["side"] or ""] += 1
        for side, points in last["points"].items():
            self.last_points.setdefault(side, Counter())[points] += 1
        if told:
            self.known += 1
            self.before_last[last["leader"] or ""] += 1
            self.turned += last["leader"] != winner

    def as_json(self, sides: tuple[str, ...]) -> dict[str, Any]:
        """The keys that they add to a report."""
        openings = sorted(self.openings.items(), key=lambda item: (-item[1].total(), item[0]))[:SHOWN]
        return {
            "sources": [self._source(side, line) for side, line in sorted(self.points)],
            "openings": [
                {"first_attack": place, "games": wins.total(),
                 "wins": {side: share(wins[side], wins.total()) for side in sides if wins[side]}}
                for place, wins in openings
            ],
            "decided": {str(turn): games for turn, games in sorted(self.decided.items())},
            "last_player_turn": {
                "sides": dict(sorted(self.last_sides.items())),
                "turned": share(self.turned, self.known),
                "wins_before": {side: share(self.before_last[side], self.known) for side in sides},
                "points": {side: spread(sorted(c.elements())) for side, c in sorted(self.last_points.items())},
            },
            "losses": [
                {"side": side, "type": kind, "lost": round(lost / self.games, 2), "of": round(whole / self.games, 2)}
                for (side, kind), (lost, whole) in sorted(self.lost.items())
            ],
            "points_by_turn": {
                side: {
                    str(turn): band(sorted(scores[side].elements()))
                    for turn, scores in sorted(self.by_turn.items()) if side in scores
                }
                for side in sides if any(side in scores for scores in self.by_turn.values())
            },
            "heat": {name: dict(sorted(counts.items())) for name, counts in self.heat.items()}
            | {"lost": {side: dict(sorted(counts.items())) for side, counts in sorted(self.lost_at.items())}},
        }  # fmt: skip

    def _source(self, side: str, line: str) -> dict[str, Any]:
        points, turns = self.points[side, line], self.turns.get((side, line), Counter[int]())
        giving = points.total() - points[0]
        return {
            "side": side, "line": line, "at_end": share(giving, self.games),
            "points": round(sum(p * games for p, games in points.items()) / self.games, 2),
            "taken": share(turns.total(), self.games), "times": round(self.takings[side, line] / self.games, 2),
            "first_turn": spread(sorted(turns.elements())),
        }  # fmt: skip
