"""Events and weather by die: what the row of a printed table does."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter

from pnp.errors import Location, TableLookupError
from pnp.model.info import Phase
from pnp.model.procedures import EventsSource
from pnp.model.tables import EventsTable
from pnp.referee.combat import EventRows, event_rows
from pnp.referee.dice import roll
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.procedures.arrivals import Arrivals
from pnp.referee.kit.procedures.effects import Effect, Effects
from pnp.referee.kit.state import KitState
from pnp.referee.records import event


class Events:
    """The events of a game."""

    def __init__(self, kit: Kit, source: EventsSource, arrivals: Arrivals | None, finish: Callable[..., None]) -> None:
        self.kit, self.source, self.rule = kit, source, source.rule
        self.effects = Effects(kit, source, arrivals, finish)
        self._effects: dict[str, list[Effect]] = {}
        tables = {t.id: t for t in kit.game.charts.tables if isinstance(t, EventsTable)}
        self._tables: list[tuple[int, EventRows]] = []
        rows: set[str] = set()
        for turn, name, path in (
            (1, source.table, ("table",)), *((one.turn, one.table, ("later", n)) for n, one in enumerate(source.later)),
        ):  # fmt: skip
            if kit.mistakes.known("events table", name, tables, source, *path):
                rows |= {row.id for row in tables[name].rows}
                self._ready(tables[name], turn, source.where(*path))
        for name in source.effects if rows else ():
            kit.mistakes.known_key("event", name, rows, source, "effects", name)
        kit.operation("events:roll", self._roll)

    def check(self) -> None:
        """Report effects that the game's own procedures don't have, when all of these are made."""
        self.effects.check()

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
            where = source.where("effects", row.id)
            effects = [self.effects.compiled(sentence, where) for sentence in sentences]
            self._effects[row.id] = [effect for effect in effects if effect is not None]

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
