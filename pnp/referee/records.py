"""What is written while a game runs (tuples) and what it becomes (lines of a `Log`).

    (DO, turn, step, verb, *ids)             a decision
    (DRAW, what, purpose, value, rule)       a die "d6", or "unit", "space" or "card" whose value is an index
    (EVENT, name, rule, units, at, extra)    units: a set; at: a space or box, -1 for none; extra: keys and values
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.model.log import LINE_KINDS, LogLine
from pnp.referee.dice import bits
from pnp.referee.state import DO, DRAW, EVENT, Record, State
from pnp.referee.vocabulary import Vocabulary

Extra = tuple[tuple[str, Any], ...]


def event(state: State, name: str, rule: str, units: int = 0, at: int = -1, extra: Extra = ()) -> None:
    """Record what happened."""
    state.records.append((EVENT, name, rule, units, at, extra))


def lines_of(vocabulary: Vocabulary, records: Sequence[Record], start: int = 0) -> list[LogLine]:
    """The lines of `records` after line `start`."""
    numbers = range(start, len(records))
    return [LogLine(n + 1, LINE_KINDS[records[n][0]], _data(vocabulary, records[n])) for n in numbers]


class RecordTexts(dict[Record, str]):
    """The text of records as lines of a log, without the number of the line, in which alone equal records differ.

    Each is made when it is first asked for: most records of a game have come up in one of the games before it.
    """

    LIMIT = 1 << 16
    """Texts that are kept: about 20 MB."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        super().__init__()
        self._vocabulary = vocabulary

    def __missing__(self, record: Record) -> str:
        if len(self) >= self.LIMIT:
            self.clear()
        line = LogLine(0, LINE_KINDS[record[0]], _data(self._vocabulary, record))
        text = self[record] = line.as_text().removeprefix('{"n":0')
        return text

    def lines(self, records: Sequence[Record]) -> list[str]:
        """The lines of `records`, numbered from 1."""
        return [f'{{"n":{number}{self[record]}' for number, record in enumerate(records, 1)]


def _data(vocabulary: Vocabulary, record: Record) -> dict[str, Any]:
    kind = record[0]
    if kind == DO:
        step = vocabulary.STEPS[record[2]]
        return {
            "turn": record[1], "phase": step.phase, "side": vocabulary.side_of_step(record[2]),
            "do": vocabulary.to_json(tuple(record[3:])),
        }  # fmt: skip
    if kind == DRAW:
        _, what, purpose, value, rule = record
        lots = vocabulary.drawn_from.get(what)
        return {"draw": what, "for": purpose, "value": lots[value] if lots else value, "rule": rule}
    _, name, rule, units, at, extra = record
    data: dict[str, Any] = {"event": name}
    if units:
        data["units"] = [vocabulary.units[u] for u in bits(units)]
    if at >= 0:
        data["at"] = vocabulary.places[at]
    data |= {key: list(value) if isinstance(value, tuple) else value for key, value in extra}
    data["rule"] = rule
    return data
