"""What the board of Putin's War holds besides units and areas: kinds of units, symbols, the Invasion Table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.model.scenario import Scenario
from pnp.model.tables import EventsTable
from pnp.referee.combat import event_rows, modifiers_by_space
from pnp.referee.kit.board import Board
from pnp.referee.kit.declared import Mistakes
from pnp.referee.masks import MaskSum, mask_of
from pnp.referee.movement import reach_masks

RUSSIA, UKRAINE = 0, 1
"""The sides in source order."""

SEA_TYPE = "special-brigade"
"""The unit type that the optional rule Ports lets move by sea."""


class Score:
    """Points of a side: the values of the spaces it controls.

    exempt  spaces that never score
    """

    __slots__ = ("_points", "_scoring")

    def __init__(self, values: Sequence[int], exempt: int = 0) -> None:
        self._points = MaskSum(values)
        self._scoring = ((1 << len(values)) - 1) & ~exempt

    def of(self, controlled: int) -> int:
        """The points for the set of `controlled` spaces."""
        return self._points.of(controlled & self._scoring)


class WarBoard(Board):
    """Units and areas as sets of bits, and the Invasion Table ready to use.

    troops, air, mobile   Russian units; troops = ground units, mobile = both
    garrisons, russian, ukrainian   further sets; russian = garrisons too
    sea, late             units that may use ports, and Ukrainian units of an option
    combat, strength      combat value of each unit, and of a set of units
    neighbours, near      sets of areas next to each area, and in range of an Air Force unit there
    airports, ports, stars, starts    sets of areas
    alarm                 areas whose first invasion brings a late unit
    points, worth         victory points of each area, and of a set of areas
    reserve, stock, pool, aside, eliminated   boxes
    goal, turns, stack_limit, air_range       numbers of the rules
    arrivals, arrivals_from                   how many come in a turn, and from which turn on
    Rule: 1.1
    """

    MARKERS = True

    def __init__(
        self, game: Game, scenario: Scenario, options: Mapping[str, bool | int | str], mistakes: Mistakes
    ) -> None:
        super().__init__(game, scenario, dict.fromkeys(options, True), mistakes)
        info, areas = game.info, game.map.spaces
        self.russia = self.sides[RUSSIA]
        self.russian, self.ukrainian = self.own
        self.troops = self.own[RUSSIA] & self.units_where(lambda c: self._moves(c) == "ground")
        self.air = self.own[RUSSIA] & self.units_where(lambda c: self._moves(c) == "air")
        self.mobile = self.troops | self.air
        self.garrisons = self.units_where(lambda c: c.group.marker)
        self.sea = self.units_where(lambda c: c.group.type == SEA_TYPE) if options.get("ports") else 0
        self.late = self.ukrainian & self.units_where(lambda c: c.group.optional)
        self.combat = tuple(int(counter.factor("combat") or 0) for counter in self.counters)
        self.strength = MaskSum(self.combat)
        self.neighbours = self.links[0].near
        self.air_range = info.parameter("air-range")
        self.near = reach_masks(self.neighbours, self.air_range)
        self.airports, self.ports, self.stars = (self.features[name] for name in ("airport", "port", "red-star"))
        self.starts = mask_of(i for i, area in enumerate(areas) if area.start_of == self.russia)
        self.alarm = mask_of(
            self.space_index[name] for option in info.options if options.get(option.id) for name in option.spaces
        )
        self.worth = Score(self.points, self.stars)
        self.goal, self.turns = scenario.victory_points or 0, scenario.turns
        self.reserve, self.pool = self.box_for("reserve", RUSSIA), self.box_for("pool", UKRAINE)
        self.eliminated = self.box_for("eliminated", RUSSIA)
        self.stock, self.aside = self.boxes["garrison-stock"], self.boxes["out-of-play"]
        self.stack_limit = info.parameter("stack-limit")
        self.arrivals = info.parameter("reinforcements-per-turn")
        self.arrivals_from = info.parameter("reinforcements-from-turn")
        invasion = game.table("invasion")
        assert isinstance(invasion, EventsTable)
        self.invasion = event_rows(invasion)
        self.invasion_add = modifiers_by_space(invasion, self.spaces)

    def _moves(self, counter: Counter) -> str:
        return self.types[counter.group.type].moves if counter.group.type else ""
