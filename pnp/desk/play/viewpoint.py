"""What one side may know of a game that is played: everything that the room tells about it goes through here."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from pnp.model.log import LogLine
from pnp.model.tables import ResultsTable
from pnp.players.person.decision import chosen_things, mover
from pnp.players.person.sight import Sight, sight_of
from pnp.players.telling import choice_as_text, in_language, line_as_text, refusal_as_text
from pnp.referee.engine import Rules
from pnp.referee.masks import Action
from pnp.referee.violation import Violation

SET_UP = "setup"
"""The procedure of a phase in which units are placed before the first turn."""


@dataclass(frozen=True)
class Viewpoint:
    """A state as `side` may know it, in a language.

    covered  further ids of units that it may not tell from one another
    """

    rules: Rules
    state: Any
    side: str
    lang: str = "en"
    covered: frozenset[str] = frozenset()

    @cached_property
    def sight(self) -> Sight:
        """The position with names and values."""
        seen = sight_of(self.rules, self.state, self.side, self.lang)
        return replace(seen, hidden=seen.hidden | self.covered) if self.covered else seen

    @property
    def hidden(self) -> Collection[str]:
        """Ids of units and cards that the side can't tell from one another."""
        return self.sight.hidden

    @property
    def mine(self) -> bool:
        """Whether the side decides now."""
        return self.rules.side_to_act(self.state) == self.side

    @cached_property
    def choices(self) -> list[Action]:
        """What is offered to the side now."""
        return list(self.rules.choices(self.state)) if self.mine else []

    @cached_property
    def placing(self) -> str:
        """Another side that is placing units face down now; "" for none."""
        side = self.rules.side_to_act(self.state) or ""
        secret = self.rules.phase(self.state) in self.set_up_phases and side != self.side and self.placed_hidden(side)
        return side if secret else ""

    def placed_hidden(self, side: str) -> frozenset[str]:
        """Ids of the units that a side places face down."""
        lines = (line for line in self.rules.scenario.placements if line.side == side and line.face_down)
        return frozenset(str(unit) for line in lines for unit in line.units)

    @cached_property
    def set_up_phases(self) -> frozenset[str]:
        """Phases in which units are placed before the first turn."""
        return frozenset(phase.id for phase in self.rules.game.info.all_phases if SET_UP in phase.procedures)

    def hides(self, side: str) -> bool:
        """Whether a side has units that can't be told from one another."""
        return any(self.sight.side_of(unit) == side for unit in self.hidden if unit in self.sight.counters)

    # Words --------------------------------------------------------------------------------------------------

    def name(self, thing: str) -> str:
        """The name of a place, or of a unit that may be known."""
        return self.sight.unit(thing) if thing in self.sight.counters else self.sight.place(thing)

    def choice(self, action: Action) -> str:
        """A choice in words, with what it costs."""
        return choice_as_text(self.rules, self.state, action, self.lang, hidden=self.hidden)

    def refusal(self, violation: Violation) -> str:
        """Why not, without what the side may not know, and without the address that is told beside it."""
        return _unruled(refusal_as_text(self.rules, violation, self.lang, hidden=self.hidden), violation.rule)

    def rule_title(self, address: str) -> str:
        """The title of a case; "" where there is none at this address."""
        return _titles(self.rules, self.lang).get(address, "")

    def mover(self) -> str:
        """The unit for which a place is wanted, "" for none."""
        return mover(self.rules, self.state, self.sight, self.choices)

    def chosen(self) -> list[tuple[str, str]]:
        """Kind and id of each thing that is chosen for the open decision."""
        things = chosen_things(self.rules, self.state, self.side) if self.mine else []
        return [(kind, thing) for kind, thing in things if thing not in self.hidden]

    def line(self, line: LogLine) -> dict[str, Any]:
        """A line in words with its rule, its die and its result; empty where it says nothing."""
        text = line_as_text(self.rules, line, self.lang, decisions=True, hidden=self.hidden)
        if not text:
            return {}
        rule = str(line.data.get("rule", "")) if line.kind != "end" else ""
        told: dict[str, Any] = {"kind": line.kind, "text": text.removesuffix(f" [{rule}]"), "rule": rule}
        if line.kind == "draw" and str(line.data["draw"])[1:].isdigit():
            told["die"] = line.data["value"]
        if line.kind == "event":
            told["event"] = line.data["event"]
            if line.data["event"] == "result":
                told |= {"code": line.data.get("code"), "table": line.data.get("table")}
        return told

    # Tables -------------------------------------------------------------------------------------------------

    def codes(self, table: str) -> Mapping[str, str]:
        """The names of a table's results, by code."""
        found = next((t for t in in_language(self.rules, self.lang).charts.tables if t.id == table), None)
        return {code.id: code.name for code in found.codes} if isinstance(found, ResultsTable) else {}


def _unruled(text: str, rule: str) -> str:
    """A message without its rule in brackets at the end."""
    return text.removesuffix(f" (rule {rule})")


def _titles(rules: Rules, lang: str) -> dict[str, str]:
    key = (_titles, lang)
    if key not in rules.notes:
        rules.notes[key] = {case.id: case.title for case in in_language(rules, lang).cases()}  # type: ignore[index]
    return rules.notes[key]  # type: ignore[index, no-any-return]
