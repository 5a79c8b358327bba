"""A game's log as values (DESIGN §10): a head, then numbered lines. Needs no engine.

`do` (what a player decided) and `draw` (dice and lots) decide; `event` and `end` follow from them. The text form
is JSON Lines, the keys always in the order of `KEY_ORDER`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, overload

LineKind = Literal["do", "draw", "event", "end"]

LINE_KINDS: tuple[LineKind, ...] = ("do", "draw", "event", "end")

KEY_ORDER = (
    "n", "turn", "phase", "side", "do", "draw", "for", "event", "end", "value", "units", "at", "from", "by", "cost",
    "by-rail", "table", "column", "row", "code", "odds", "rule", "winner", "level", "score", "state",
)  # fmt: skip
"""Every key of a line, in the order in which it is written."""

_RANK = {key: rank for rank, key in enumerate(KEY_ORDER)}


compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""A value as JSON on one line."""


@dataclass(frozen=True, slots=True)
class LogHead:
    """The first line: which game, which data, which seed.

    data      hash of the numbers that the rules use
    players   side -> player
    position  the start position, when it isn't the scenario's
    changes   path -> value of each change to the game's data (`pnp.model.changes`)
    """

    game: str
    version: str
    data: str
    scenario: str
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    players: Mapping[str, str] = field(default_factory=dict)
    position: Mapping[str, Any] | None = None
    changes: Mapping[str, int | str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The head as plain data, in the order of keys."""
        document: dict[str, Any] = {
            "pnp_log": 1,
            "game": self.game,
            "version": self.version,
            "data": self.data,
            "scenario": self.scenario,
            "options": dict(sorted(self.options.items())),
            "seed": self.seed,
            "players": dict(sorted(self.players.items())),
        }
        if self.position is not None:
            document["position"] = self.position
        if self.changes:
            document["changes"] = dict(sorted(self.changes.items()))
        return document


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line.

    n     its number, from 1
    kind  "do", "draw", "event" or "end"
    data  its keys and values, without `n`
    """

    n: int
    kind: LineKind
    data: Mapping[str, Any]

    @property
    def rule(self) -> str:
        """The address of the rule that the line names, "" for none."""
        return str(self.data.get("rule", ""))

    def get(self, key: str, default: Any = None) -> Any:
        """The value of `key`, or `default` when the line hasn't that key."""
        return self.data.get(key, default)

    def as_json(self) -> dict[str, Any]:
        """The line as plain data, its keys in the order of `KEY_ORDER`."""
        ordered = sorted(self.data, key=lambda key: _RANK.get(key, len(KEY_ORDER)))
        return {"n": self.n, **{key: self.data[key] for key in ordered}}

    def as_text(self) -> str:
        """The line as JSON, without the line break."""
        return compact(self.as_json())


@dataclass(frozen=True, slots=True)
class Log(Sequence[LogLine]):
    """A whole log; a sequence of its lines."""

    head: LogHead
    lines: tuple[LogLine, ...] = ()

    @overload
    def __getitem__(self, index: int) -> LogLine: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[LogLine, ...]: ...
    def __getitem__(self, index: int | slice) -> LogLine | tuple[LogLine, ...]:
        return self.lines[index]

    def __len__(self) -> int:
        return len(self.lines)

    def __iter__(self) -> Iterator[LogLine]:
        return iter(self.lines)

    @property
    def end(self) -> LogLine | None:
        """The line that ends the game, None while it goes on."""
        return self.lines[-1] if self.lines and self.lines[-1].kind == "end" else None

    def of(self, kind: LineKind) -> tuple[LogLine, ...]:
        """The lines of one kind, in order."""
        return tuple(line for line in self.lines if line.kind == kind)

    def rules(self) -> tuple[str, ...]:
        """The rule addresses that the lines name, in order, as often as they do."""
        return tuple(line.rule for line in self.lines if line.rule)

    def as_text(self) -> str:
        """The log as JSON Lines."""
        return "".join(f"{text}\n" for text in (compact(self.head.as_json()), *(x.as_text() for x in self.lines)))
