"""What is written while a game runs (tuples) and what it becomes (lines of a `Log`).

    (DO, turn, step, verb, *ids)             a decision
    (DRAW, what, purpose, value, rule)       a die "d6", or "unit" or "space" whose value is an index
    (EVENT, name, rule, units, at, extra)    units: a set; at: a space or box, -1 for none; extra: keys and values
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pnp.model.log import LINE_KINDS, LogLine
from pnp.referee.dice import bits
from pnp.referee.state import DO, DRAW, EVENT, State

if TYPE_CHECKING:
    from pnp.referee.engine import Rules

Extra = tuple[tuple[str, Any], ...]


def event(state: State, name: str, rule: str, units: int = 0, at: int = -1, extra: Extra = ()) -> None:
    """Record what happened."""
    state.records.append((EVENT, name, rule, units, at, extra))


def log_of(rules: Rules, state: State, start: int = 0) -> tuple[LogLine, ...]:
    """The lines of `state` after line `start`, and the end when the game is over."""
    records = state.records
    lines = [LogLine(n + 1, LINE_KINDS[records[n][0]], _data(rules, records[n])) for n in range(start, len(records))]
    result = rules.result(state)
    if result and start <= len(records):
        lines.append(LogLine(len(records) + 1, "end", {
            "end": result.end, "winner": result.winner, "level": result.level,
            "score": dict(result.score), "state": state.hash(),
        }))  # fmt: skip
    return tuple(lines)


def _data(rules: Rules, record: Sequence[Any]) -> dict[str, Any]:
    kind = record[0]
    if kind == DO:
        step = rules.STEPS[record[2]]
        return {
            "turn": record[1], "phase": step.phase, "side": rules.side_of_step(record[2]),
            "do": rules.to_json(tuple(record[3:])),
        }  # fmt: skip
    if kind == DRAW:
        _, what, purpose, value, rule = record
        drawn = {"unit": rules.units, "space": rules.spaces}.get(what)
        return {"draw": what, "for": purpose, "value": drawn[value] if drawn else value, "rule": rule}
    _, name, rule, units, at, extra = record
    made: dict[str, Any] = {"event": name}
    if units:
        made["units"] = [rules.units[u] for u in bits(units)]
    if at >= 0:
        made["at"] = rules.places[at]
    made |= {key: list(value) if isinstance(value, tuple) else value for key, value in extra}
    made["rule"] = rule
    return made
