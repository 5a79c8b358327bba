"""Events and weather by die: what the row of a printed table does."""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import itemgetter

from pnp.errors import Location, TableLookupError
from pnp.model.info import Phase
from pnp.model.procedures import EventsSource
from pnp.model.tables import EventsTable
from pnp.referee.combat import EventRows, event_rows
from pnp.referee.dice import roll
from pnp.referee.kit.kit import Kit, cite
from pnp.referee.kit.procedures.arrivals import Arrivals
from pnp.referee.kit.state import KitState
from pnp.referee.records import event

Effect = Callable[[KitState], None]

EXAMPLES = {
    "nothing": "nothing", "weather": "weather mud", "points": "points north 2", "replacements": "replacements north 1",
    "bring": "bring BOX", "end": "end OUTCOME", "do": "do EFFECT",
}  # fmt: skip
"""Verb -> a sentence with it."""

VERBS = tuple(EXAMPLES)


class Events:
    """The events of a game."""

    def __init__(self, kit: Kit, source: EventsSource, arrivals: Arrivals | None, finish: Callable[..., None]) -> None:
        self.kit, self.source, self.rule, self._arrivals, self._finish = kit, source, source.rule, arrivals, finish
        self._effects: dict[str, list[Effect]] = {}
        self._done: list[tuple[str, Location | None]] = []
        tables = {t.id: t for t in kit.game.charts.tables if isinstance(t, EventsTable)}
        self._tables: list[tuple[int, EventRows]] = []
        for turn, name, path in (
            (1, source.table, ("table",)), *((one.turn, one.table, ("later", n)) for n, one in enumerate(source.later)),
        ):  # fmt: skip
            if kit.mistakes.known("events table", name, tables, source, *path):
                self._ready(tables[name], turn, source.where(*path))
        rows = {row.id for _, ready in self._tables for row in ready.table.rows}
        for name in source.effects:
            kit.mistakes.known("row of the table", name, rows, source, "effects", name)
        kit.operation("events:roll", self._roll)

    def check(self) -> None:
        """Report effects that the game's own procedures don't have, when all of these are made."""
        for name, where in self._done:
            if name not in self.kit.effects:
                self.kit.mistakes.unknown("effect of the game's own", name, where, sorted(self.kit.effects))

    def _ready(self, table: EventsTable, turn: int, where: Location | None) -> None:
        kit, source = self.kit, self.source
        try:
            self._tables.append((turn, event_rows(table)))
        except TableLookupError as error:
            kit.mistakes.add(f"the table can't be used: {error}", where, "give each roll a row")
            return
        for modifier in table.modifiers:
            if modifier.spaces or modifier.condition or modifier.track or modifier.side:
                hint = "take it out, or write a row of its own for it"
                kit.mistakes.add(f"the referee can't judge the modifier {modifier.id!r}", modifier.where("id"), hint)
        for name in source.weathers:
            kit.mistakes.known("weather", name, kit.weathers, source, "weathers", name)
        for row in table.rows:
            written = source.effects.get(row.id)
            if written is None:
                hint = f"add '{row.id}: nothing', or what it does"
                kit.mistakes.add(f"the event {row.id!r} has no meaning", source.where("effects"), hint)
                continue
            sentences = (written,) if isinstance(written, str) else written
            effects = [self._effect(sentence, row.id) for sentence in sentences]
            self._effects[row.id] = [effect for effect in effects if effect is not None]

    def _effect(self, sentence: str, row: str) -> Effect | None:
        """What one sentence does; None and a mistake for one that can't be read."""
        kit, where = self.kit, self.source.where("effects", row)
        verb, *words = sentence.split()[:5] or [""]
        if verb not in VERBS:
            kit.mistakes.unknown("effect", verb, where, VERBS)
            return None
        wanted = {"nothing": 0, "points": 2, "replacements": 2}.get(verb, 1)
        if len(words) != wanted:
            kit.mistakes.add(f"{sentence!r} can't be read", where, f"write for instance: {EXAMPLES[verb]}")
            return None
        makers = {
            "weather": self._weather, "points": self._points, "replacements": self._replacements,
            "bring": self._bring, "end": self._end, "do": self._do,
        }  # fmt: skip
        return makers[verb](words, row) if verb in makers else (lambda state: None)

    def _weather(self, words: list[str], row: str) -> Effect:
        index, code = self.kit.weathers.index(words[0]), words[0]

        def change(state: KitState) -> None:
            state.weather = index
            event(state, "weather", cite(self.source, "weather"), 0, -1, (("code", code),))

        return change

    def _side_and_number(self, words: list[str], row: str, verb: str) -> tuple[int, int] | None:
        """Index of the side and the number that follow `verb`; None and a mistake where they can't be read."""
        kit, where = self.kit, self.source.where("effects", row)
        side, number = words
        if side not in kit.board.sides:
            kit.mistakes.unknown("side", side, where, kit.board.sides)
            return None
        if not re.fullmatch(r"[+-]?[0-9]{1,4}", number):
            kit.mistakes.add(f"{number!r} is no number of points", where, f"write for instance: {EXAMPLES[verb]}")
            return None
        return kit.board.sides.index(side), int(number)

    def _replacements(self, words: list[str], row: str) -> Effect | None:
        kit, replacements = self.kit, self.kit.source.replacements
        if replacements is None or not replacements.saved:
            message = "'replacements' needs points that can be saved until the next phase of replacements"
            hint = "add 'replacements:' with 'saved: true' to procedures.yaml"
            kit.mistakes.add(message, self.source.where("effects", row), hint)
            return None
        read = self._side_and_number(words, row, "replacements")
        if read is None:
            return None
        index, points = read

        def grant(state: KitState) -> None:
            state.stock[index] = max(state.stock[index] + points, 0)
            extra = (("by", kit.board.sides[index]), ("value", points))
            event(state, "replacement-points", cite(self.source, "points"), 0, -1, extra)

        return grant

    def _points(self, words: list[str], row: str) -> Effect | None:
        read = self._side_and_number(words, row, "points")
        if read is None:
            return None
        index, points = read
        side = self.kit.board.sides[index]

        def gain(state: KitState) -> None:
            state.points[index] += points
            event(state, "points", cite(self.source, "points"), 0, -1, (("by", side), ("value", points)))

        return gain

    def _bring(self, words: list[str], row: str) -> Effect | None:
        kit, where = self.kit, self.source.where("effects", row)
        if words[0] not in kit.board.boxes:
            kit.mistakes.unknown("box", words[0], where, kit.board.boxes)
            return None
        if self._arrivals is None:
            kit.mistakes.add("'bring' needs the procedure 'arrivals'", where, "add 'arrivals:' to procedures.yaml")
            return None
        box, arrivals = kit.board.boxes[words[0]], self._arrivals

        def bring(state: KitState) -> None:
            units = state.units_in[box]
            for side, own in enumerate(kit.board.own):
                if units & own:
                    arrivals.call_up(state, side, units & own)

        return bring

    def _end(self, words: list[str], row: str) -> Effect | None:
        outcomes = [outcome.id for outcome in self.kit.game.info.outcomes]
        if words[0] not in outcomes:
            self.kit.mistakes.unknown("outcome", words[0], self.source.where("effects", row), outcomes)
            return None
        index = outcomes.index(words[0])
        return lambda state: self._finish(state, index, self.rule)

    def _do(self, words: list[str], row: str) -> Effect:
        self._done.append((words[0], self.source.where("effects", row)))
        return lambda state: state.agenda.append(words[0])

    def begin(self, state: KitState, phase: Phase) -> None:
        """Open the phase."""
        state.agenda.append("events:roll")

    def _roll(self, state: KitState) -> None:
        ready = max((one for one in self._tables if one[0] <= state.turn), key=itemgetter(0))[1]
        table, thrown = ready.table, 0
        for _ in range(table.dice.count):
            thrown += roll(state, table.dice.sides, table.id, table.rule)
        row = ready.row(thrown + sum(modifier.add for modifier in table.modifiers))
        extra = (("table", table.id), ("column", "event"), ("row", row.die), ("code", row.id))
        event(state, "result", table.rule, 0, -1, extra)
        first = len(state.agenda)
        for effect in self._effects[row.id]:
            if not state.ended:
                effect(state)
        state.agenda[first:] = reversed(state.agenda[first:])
