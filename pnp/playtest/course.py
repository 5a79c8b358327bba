"""How a game went, noted at the end of each player-turn while it is played: who led, and which lines gave points.

In: the states of a game. Out: a summary of plain data, which `insights` adds up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from pnp.referee.engine import Rules
from pnp.referee.state import DO, EVENT, Record, State

MOVE_EVENTS, FIGHT_EVENT, ATTACK_EVENT = frozenset({"move", "advance", "retreat"}), "fight", "attack"
"""The events with which a referee tells that units have come to a place, that there is a fight, and who attacks."""

LOSS_EVENTS = frozenset({"eliminate", "surrender"})
"""The events with which it tells that units are lost at a place."""


class GameCourse:
    """The course of one game.

    taken    (side, line of the schedule) -> turns in which it began to give points
    leaders  (turn, side whose player-turn it was) and who would have won had the game ended then, in order
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.taken: dict[tuple[str, str], list[int]] = {}
        self.leaders: list[tuple[int, str | None, str | None]] = []
        self._now: tuple[int, str | None] | None = None
        self._giving: dict[str, dict[str, int]] = {}
        self._scores: list[dict[str, int]] = []

    def watch(self, state: State) -> None:
        """Note what a player-turn has brought once another begins; called when a phase begins, and at the end."""
        begins = None if self.rules.is_over(state) else (state.turn, self.rules.phasing_side(state))
        if begins == self._now:
            return
        giving = self.rules.sources_of_points(state)
        if self._now is not None:
            turn, side = self._now
            for owner, lines in giving.items():
                for line, points in lines.items():
                    if points > 0 and self._giving.get(owner, {}).get(line, 0) <= 0:
                        self.taken.setdefault((owner, line), []).append(turn)
            self.leaders.append((turn, side, self.rules.leader(state)))
            self._scores.append(dict(self.rules.score(state)))
        self._giving, self._now = giving, begins

    def summary(self, state: State) -> dict[str, Any]:
        """All of it, of a game that is over."""
        return {
            "sources": [
                [side, line, points, self.taken.get((side, line), [])]
                for side, lines in self._giving.items() for line, points in lines.items()
            ] + [
                [side, line, 0, turns] for (side, line), turns in self.taken.items()
                if line not in self._giving.get(side, {})
            ],
            "decided": self._decided(state),
            "last": self._last(state),
            "opening": opening(self.rules, state.records),
            "losses": self.rules.losses(state),
            "points": {
                str(turn): score for (turn, _, _), score in zip(self.leaders, self._scores, strict=True) if score
            },
            "heat": heat(self.rules, state.records),
        }  # fmt: skip

    def _decided(self, state: State) -> int | None:
        """The turn since whose end the winner has led, None where nobody can be said to lead."""
        result = self.rules.result(state)
        if result is None or all(leader is None for _, _, leader in self.leaders[:-1]):
            return None
        since = self.leaders[-1][0]
        for turn, _, leader in reversed(self.leaders[:-1]):
            if leader != result.winner:
                break
            since = turn
        return since

    def _last(self, state: State) -> dict[str, Any] | None:
        """The last player-turn: whose it was, who led before it, and what it changed in the points."""
        if len(self.leaders) < 2:
            return None
        before, after = self._scores[-2:]
        return {
            "side": self.leaders[-1][1], "leader": self.leaders[-2][2],
            "points": {side: points - before.get(side, 0) for side, points in after.items()},
        }  # fmt: skip


def opening(rules: Rules, records: Sequence[Record]) -> str:
    """The place of the first attack, "" where there is none in the first turn."""
    for record in records:
        if record[0] == DO and record[1] > 1:
            break
        if record[0] == EVENT and record[1] == ATTACK_EVENT and record[4] >= 0:
            return rules.places[record[4]]
    return ""


def heat(rules: Rules, records: Sequence[Record]) -> dict[str, Any]:
    """Place -> units that came to it; place -> fights there, or attacks where no fight is told by itself; and by side
    place -> units that were lost there.
    """
    moves, fights, attacks = Counter[int](), Counter[int](), Counter[int]()
    own = units_by_side(rules)
    lost: dict[str, Counter[int]] = {side: Counter() for side in own}
    for record in records:
        if record[0] == EVENT and record[4] >= 0:
            if record[1] in MOVE_EVENTS:
                moves[record[4]] += record[3].bit_count()
            elif record[1] == FIGHT_EVENT:
                fights[record[4]] += 1
            elif record[1] == ATTACK_EVENT:
                attacks[record[4]] += 1
            elif record[1] in LOSS_EVENTS:
                for side, units in own.items():
                    lost[side][record[4]] += (record[3] & units).bit_count()

    def by_name(counts: Counter[int]) -> dict[str, int]:
        return {rules.places[place]: count for place, count in counts.items() if count and place < len(rules.spaces)}

    return {
        "moves": by_name(moves), "fights": by_name(fights or attacks),
        "lost": {side: by_name(counts) for side, counts in lost.items()},
    }  # fmt: skip


def units_by_side(rules: Rules) -> dict[str, int]:
    """The units of each side, as masks."""
    index = {unit: number for number, unit in enumerate(rules.units)}
    own = dict.fromkeys(rules.sides, 0)
    for counter in rules.game.all_counters():
        if counter.side in own and counter.id in index:
            own[counter.side] |= 1 << index[counter.id]
    return own
