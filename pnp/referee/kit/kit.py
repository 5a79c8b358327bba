"""What all procedures of a declared game share: the board, the agenda, and the one way to move a unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import repeat
from math import lcm
from string import Formatter
from typing import Any, ClassVar

from pnp.errors import Location, Problem, SourceError
from pnp.model.base import SourceModel, walk
from pnp.model.filters import UnitFilter
from pnp.model.game import Game
from pnp.model.procedures import ProceduresSource, Section, SidedSection
from pnp.model.scenario import Scenario
from pnp.referee.dice import bits
from pnp.referee.hex_counts import recounted
from pnp.referee.kit.board import Board, mask_of_sides
from pnp.referee.kit.decisions import Decision, Deed, Operation, Reason
from pnp.referee.kit.declared import Mistakes, fraction
from pnp.referee.kit.filters import Filters, Reading, Selection
from pnp.referee.kit.state import Frame, KitState, Stacks
from pnp.referee.records import event

MOST_IN_A_ROW = 20_000
"""Operations between two decisions; more come only from phases that never end."""

MOST_DECISIONS = 20_000
"""Decisions of one phase."""


Kinds = tuple[Sequence[int], tuple[tuple[int, int], ...]]
"""The sides in whose way a unit is, and the sets that it is in, its side's first, each with its index in `occupied`."""

Policy = Callable[[KitState, Decision], int]
"""What a side that no player commands chooses in a decision: an id, or -1 to end it."""


class Kit:
    """The board of one game and scenario, what may be done on it, and what is to be done next.

    operations  name -> what it does; the agenda of a state holds names
    effects     names of those that events may do
    decisions   all kinds of decisions
    SAID        decision -> the verbs that a game has of its own for a choice and for the end
    INSIDE      whether battles are fought within a space, so that enemies stand together in it meanwhile
    step_of     decision -> phase -> side -> index of the step; filled in by the rules
    exerts      by unit: place -> spaces on which it exerts a zone of control; None where there are no zones
    sizes       by unit: what it counts for stacking
    uncounted   by unit: places in which it counts nothing for stacking
    takes       by side: units that take the places where they stand; holdable: places that can be held
    weathers    kinds of weather
    saved_income  by side: points for replacements that each of its phases adds to those saved
    last_places   boxes for captured and withdrawn units
    lasting     whether a place stays held when the last unit has left it
    told_places  places of which the log says who takes them, citing `control_rule`
    before_asking  what is judged anew before each decision; None for nothing
    after_deed     what is judged, in this order, when a move, a whole battle or another deed is done
    kinds          sets of units whose spaces `put_together` keeps in `occupied` behind those of the sides
    may_hide       units that are set up face down
    bound          units that never leave some places, and these places
    acting         phase -> by side: the only units that move or attack in it
    parts, ways    of a movement point, 2 where something costs half a one; class of road -> parts for a step along it
    policies       by side that no player commands: what it chooses, -1 to end a decision
    each_turn      what is done when a turn begins
    after_phase    what is judged when a phase closes; None for nothing
    most           fields of a game's own state -> the greatest number that they may hold
    sets           fields of a game's own state -> the units, or spaces, that they may hold
    fits           place -> the only units that may be there
    cards          the decks and cards of the game; None where none are played
    verbs          all that can be done, by index; filled in by the rules
    misplaced      what finds units where no rule could have put them, besides what holds in every game
    """

    BOARD: ClassVar[type[Board]] = Board
    SAID: ClassVar[Mapping[str, tuple[str, str]]] = {}
    INSIDE: ClassVar[bool] = False

    def __init__(
        self, game: Game, scenario: Scenario, options: Mapping[str, bool | int | str], source: ProceduresSource
    ) -> None:
        self.game, self.scenario, self.options, self.source = game, scenario, dict(options), source
        self.mistakes = Mistakes(game)
        self.board = self.BOARD(game, scenario, options, self.mistakes)
        self.operations: dict[str, Operation] = {}
        self.effects: set[str] = set()
        self.decisions: dict[str, Decision] = {}
        self.asks_for_supply = _mentions_supply(source) or any(_mentions_supply(phase) for phase in game.info.phases)
        self.step_of: dict[str, dict[int, dict[int, int]]] = {}
        self.sizes = [1] * len(self.board.units)
        self.uncounted = [0] * len(self.board.units)
        self.exerts: list[list[list[int]]] | None = None
        self.takes = [0] * len(self.board.sides)
        self.holdable, self.lasting = 0, True
        self.told_places, self.control_rule = 0, ""
        self.parts, self.ways = self._parts_of_a_point()
        self.bound: list[tuple[Selection, Selection]] = []
        self.policies: dict[int, Policy] = {}
        self.each_turn: list[Operation] = []
        self.most: dict[str, int] = {}
        self.sets: dict[str, int] = {}
        self.fits: dict[int, int] = {}
        self.misplaced: list[Callable[[KitState], list[str]]] = []
        self.after_phase: Operation | None = None
        self.cards: Any = None
        self.verbs: Sequence[Any] = ()
        self.weathers: tuple[str, ...] = self._weathers()
        self.filters = Filters(self.board, self.weathers, self.own_readings())
        self.lost_at = [self.board.box_for("eliminated", side) for side in range(len(self.board.sides))]
        self.last_places: set[int] = set()
        self.saved_income = [0] * len(self.board.sides)
        self.before_asking: Callable[[KitState], None] | None = None
        self.after_deed: list[Callable[[KitState], None]] = []
        self.may_hide = 0
        self.kinds: tuple[int, ...] = ()
        self.remembered = True
        self.acting = self._acting()
        self.each_turn.append(_end_exploitation)
        self.phase_where: Callable[[int], tuple[str, str, Location | None]] = lambda phase: ("", "", None)

    def own_readings(self) -> Mapping[str, Reading]:
        """What `own` means in filters and conditions of this game: units, places, or 1 where a condition holds."""
        return {}

    def _acting(self) -> dict[int, list[Reading]]:
        """Phase -> by side: the only units that move or attack in it."""
        sides = range(len(self.board.sides))
        return {
            index: [self.filters.units(phase.units, side).of for side in sides]
            for index, phase in enumerate(self.game.info.all_phases) if phase.units is not None
        }  # fmt: skip

    def _parts_of_a_point(self) -> tuple[int, dict[str, int]]:
        """The parts of a movement point in which all costs are whole, and the costs of ways in them."""
        moves = self.source.movement
        roads = {road.id: road.cost for road in self.game.map.roads if road.cost}
        costs = {name: fraction(cost) for name, cost in (roads | dict(moves.ways if moves else {})).items()}
        parts = lcm(*(cost.denominator for cost in costs.values()))
        return parts, {name: int(cost * parts) for name, cost in costs.items()}

    def _weathers(self) -> tuple[str, ...]:
        """The kinds of weather that events can bring, in source order."""
        events, cards = self.source.events, self.game.cards if self.source.cards is not None else None
        written = [*events.effects.values()] if events else []
        written += [card.sentences for card in cards.cards] if cards is not None else []
        named = []
        for one in written:
            for sentence in (one,) if isinstance(one, str) else one:
                verb, *rest = sentence.split()[:2] or [""] if isinstance(sentence, str) else [""]
                named += rest if verb == "weather" else []
        return tuple(dict.fromkeys(named))

    # The agenda ---------------------------------------------------------------------------------------------

    def operation(self, name: str, operation: Operation) -> str:
        """Register an operation; its name, to push."""
        self.operations[name] = operation
        return name

    def effect(self, name: str, operation: Operation) -> None:
        """Register an operation that the results of an events table can `do`."""
        self.effects.add(self.operation(name, operation))

    def decision(self, decision: Decision, section: Section) -> Decision:
        """Register a kind of decision; a refusal cites the case that its section gives for the reason."""
        return self.own_decision(citing(decision, section))

    def own_decision(self, decision: Decision) -> Decision:
        """Register a kind of decision of a game's own, which no section of procedures.yaml speaks of."""
        verb, end_verb = self.SAID.get(decision.id, (decision.verb, decision.end_verb))
        self.decisions[decision.id] = decision = replace(decision, verb=verb, end_verb=end_verb)
        return decision

    def plain(
        self, name: str, verb: str, rule: str, mask: Reading, deed: Deed, against: str, **more: Any
    ) -> Decision:  # fmt: skip
        """Register a decision with one reason `against` everything that it doesn't offer."""
        return self.own_decision(Decision(name, verb, rule, mask, deed, (Reason(rule, against, mask),), **more))

    def run(self, state: KitState) -> None:
        """Work the agenda off up to the next decision, or the end of the game. Raises SourceError if neither comes."""
        operations, judged, agenda = self.operations, self.after_deed, state.agenda
        if judged:
            self._judge(state)
        for _ in repeat(None, MOST_IN_A_ROW):
            if state.ended:
                break
            operation = operations[agenda.pop()]
            asks = operation(state)
            if judged:
                self._judge(state)
            if asks:
                break
        else:
            raise self._endless(state, f"{MOST_IN_A_ROW} operations without a decision")
        if state.ended:
            state.stack.clear()
            state.agenda.clear()

    def _judge(self, state: KitState) -> None:
        """Judge anew what each deed may change, unless a battle is under way."""
        if len(state.frames) == 1:
            for judge in self.after_deed:
                judge(state)

    def ask(self, state: KitState, decision: Decision, side: int) -> bool:
        """Open a decision of `side`; False when there is nothing to choose and it may end. A side with a policy
        decides at once.

        Raises SourceError for a phase that goes on for ever, and for a decision that can be neither made nor ended.
        """
        if self.before_asking is not None:
            self.before_asking(state)
        mask = decision.mask
        choices = state.choices = mask(state)
        if not choices:
            may_end = decision.may_end is None or decision.may_end(state)
            if may_end and not decision.always:
                return False
            if not may_end:
                raise self._endless(state, f"the decision {decision.id!r} has no choice and may not end")
        phase = state.frames[0]
        phase["asked"] = asked = phase.get("asked", 0) + 1
        if asked > MOST_DECISIONS:
            raise self._endless(state, f"{MOST_DECISIONS} decisions")
        if side in self.policies:
            self._follow(state, decision, self.policies[side](state, decision))
            return bool(state.stack)
        state.stack = [self.step_of[decision.id][state.phase][side]]
        return True

    def settle(self, state: KitState, decision: Decision, side: int, choices: int) -> bool:
        """Ask what `side` chooses of several `choices`; a single one is taken. Whether a decision is open."""
        if choices & choices - 1:
            return self.ask(state, decision, side)
        decision.deed(state, choices.bit_length() - 1)
        return False

    def one_by_one(self, name: str, register: str, deed: Operation) -> str:
        """Register an operation that takes the units of a register of the frame one after another, in source order, as
        `unit`, for `deed`; its name, to push.
        """
        def take_next(state: KitState) -> bool | None:
            frame = state.frames[-1]
            low = frame[register] & -frame[register]
            if not low:
                return False
            frame[register] ^= low
            frame["unit"] = low.bit_length() - 1
            state.agenda.append(name)
            return deed(state)

        return self.operation(name, take_next)

    @staticmethod
    def _follow(state: KitState, decision: Decision, item: int) -> None:
        """Carry out what a policy has chosen."""
        if item >= 0:
            if not state.choices >> item & 1:
                raise ValueError(f"a policy chose {item}, which {decision.id!r} doesn't offer")
            decision.deed(state, item)
        elif decision.end is not None:
            decision.end(state)

    def runs(self, state: KitState, procedure: str) -> bool:
        """Whether the phase that is on, or one of its steps, runs a procedure."""
        return state.phase >= 0 and procedure in self.game.info.all_phases[state.phase].procedures

    def _endless(self, state: KitState, what: str) -> SourceError:
        name, rule, where = self.phase_where(state.phase)
        return SourceError(Problem(
            "procedure", f"the phase {name!r} (rule {rule}) doesn't end: {what}", where,
            "a phase ends when its side has nothing left to do; look at its procedure", game=self.game.id, rule=rule,
        ))  # fmt: skip

    # Units --------------------------------------------------------------------------------------------------

    def clear(self, state: KitState, *, at: bool = True) -> None:
        """Put all units nowhere; `at` False: leave the places that are written there."""
        board, sides = self.board, len(self.board.sides)
        if at:
            state.at = [board.nowhere] * len(board.units)
        state.units_in = Stacks({board.nowhere: board.all_units} if board.units else {})
        state.occupied = [0] * (sides + len(self.kinds))
        state.present, state.hindered = 0, [None] * sides
        state.zones = [[] for _ in range(sides)]
        state.stacks = [[] for _ in range(sides)]

    def refresh(self, state: KitState) -> None:
        """Make everything that follows from `at` anew: after a game is read, and where the ground has changed."""
        places = list(state.at)
        held = list(state.held)
        phase, state.phase = state.phase, -1  # nothing of this is an event
        self.clear(state)
        for unit, place in enumerate(places):
            if place != self.board.nowhere:
                self.put(state, 1 << unit, place)
        state.phase = phase
        if self.remembered:
            state.held = held

    def put(self, state: KitState, units: int, place: int) -> None:
        """Move the set `units` to `place`, with everything that follows."""
        board, at, units_in, occupied = self.board, state.at, state.units_in, state.occupied
        count, held, hindered = board.count, state.held, state.hindered
        zones_of = self.exerts and self.exerts[board.season_of[state.turn]]
        there = 1 << place if place < count else 0
        while units:
            bit = units & -units
            units ^= bit
            unit = bit.bit_length() - 1
            side, origin = board.side_of[unit], at[unit]
            own = board.own[side]
            for enemy in board.hostile[side]:
                hindered[enemy] = None
            at[unit] = place
            rest, left, here = units_in.leave(origin, bit), 0, there
            if origin < count:
                left = 1 << origin
                state.present ^= bit
                if not rest & own:
                    occupied[side] ^= left
                if not self.lasting and not rest & self.takes[side]:
                    held[side] &= ~left
            units_in[place] = units_in.get(place, 0) | bit
            if here:
                state.present |= bit
                occupied[side] |= here
                if not held[side] & here:
                    self._take(state, side, bit, place)
            if zones_of:
                zones = zones_of[unit]
                recounted(state.zones[side], zones[origin], zones[place])
            if size := self.sizes[unit]:
                if uncounted := self.uncounted[unit]:
                    left, here = left & ~uncounted, here & ~uncounted
                for _ in range(size):
                    recounted(state.stacks[side], left, here)

    def place(self, state: KitState, units: int, place: int, name: str, rule: str) -> None:
        """Move units, and record it as the event `name`."""
        event(state, name, rule, units, place)
        self.put(state, units, place)

    def put_together(self, state: KitState, units: int, place: int) -> None:
        """The same for games without zones, limits that are counted as units move, and lasting control."""
        at, units_in, occupied, hindered = state.at, state.units_in, state.occupied, state.hindered
        count, kinds, rest = self.board.count, self.kinds_of(state), units
        there = 1 << place if place < count else 0
        while rest:
            low = rest & -rest
            rest ^= low
            unit = low.bit_length() - 1
            origin, (others, own) = at[unit], kinds[unit]
            at[unit] = place
            left = units_in.leave(origin, low)
            off = ~(1 << origin) if origin < count else -1
            for index, kind in own:
                spaces = occupied[index]
                occupied[index] = (spaces if left & kind else spaces & off) | there
            for side in others:
                hindered[side] = None
        units_in[place] = units_in.get(place, 0) | units
        state.present = state.present | units if there else state.present & ~units

    def kinds_of(self, state: KitState) -> Sequence[Kinds]:
        """By unit: what `put_together` must know of it."""
        return self._kinds_of

    @cached_property
    def _kinds_of(self) -> Sequence[Kinds]:
        return self.kinds_among(self.board.own)

    def kinds_among(self, armies: Sequence[int]) -> Sequence[Kinds]:
        """The same where these are the units of each side."""
        sets = tuple(enumerate((*armies, *self.kinds)))
        kinds: list[Kinds] = []
        for unit in range(len(self.board.units)):
            own = tuple(one for one in sets if one[1] >> unit & 1)
            sided = own and own[0][0] < len(armies)
            kinds.append((self.board.hostile[own[0][0]] if sided else range(len(armies)), own))
        return kinds

    def _take(self, state: KitState, side: int, bit: int, place: int) -> None:
        """A unit that has come to a place of another side takes it, if it can."""
        enemies = state.units_in[place] & ~self.board.own[side]
        if self.takes[side] & bit and self.holdable >> place & 1 and not enemies:
            if self.told_places >> place & 1 and state.phase >= 0:
                event(state, "take", self.control_rule, 0, place, (("by", self.board.sides[side]),))
            state.seize(side, 1 << place)

    def lose(self, state: KitState, units: int, rule: str) -> None:
        """Take `units` off the map for good."""
        if not units:
            return
        one = state.at[units.bit_length() - 1]
        together = not units & ~state.units_in[one]
        for place in (one,) if together else sorted({state.at[unit] for unit in bits(units)}):
            lost = units & state.units_in[place]
            event(state, "eliminate", rule, lost, place if place < self.board.nowhere else -1)
            for side, own in enumerate(self.board.own):
                if lost & own:
                    self.put(state, lost & own, self.lost_at[side])
        state.reduced &= ~units
        state.gone |= units

    def reduce(self, state: KitState, units: int, rule: str) -> None:
        """Each of `units` loses a step: those with a reduced back are turned over, the others are lost."""
        turned = units & self.board.two_steps & ~state.reduced
        if turned:
            state.reduced |= turned
            event(state, "reduce", rule, turned)
        if lost := units & ~turned:
            self.lose(state, lost, rule)

    def units_of(self, state: KitState, side: int) -> int:
        """The units that belong to a side now; always the same unless a game lets them change sides."""
        return self.board.own[side]

    def foes_of(self, state: KitState, side: int) -> int:
        """The units that are its enemies now."""
        return self.board.foes(side)

    def on_map(self, state: KitState, units: int) -> int:
        """Those of `units` that stand in a space of the map."""
        return units & state.present

    def enterable(self, state: KitState, unit: int) -> int:
        """Spaces that a unit may enter at all, whoever stands there."""
        spaces = self.ever_open[self.board.season(state.turn)][unit]
        for units, places in self._bound_now:
            if units.of(state) >> unit & 1:
                spaces &= places.of(state)
        return spaces

    @cached_property
    def _bound_now(self) -> list[tuple[Selection, Selection]]:
        """Those of `bound` that depend on the state."""
        return [(units, places) for units, places in self.bound if units.fixed is None or places.fixed is None]

    @cached_property
    def ever_open(self) -> list[list[int]]:
        """By season and unit: spaces that are never closed to it."""
        board = self.board
        rows = [[board.land & ~board.closed(season)] * len(board.units) for season in range(board.seasons)]
        for units, places in self.bound:
            if units.fixed is not None and places.fixed is not None:
                for unit in bits(units.fixed):
                    for row in rows:
                        row[unit] &= places.fixed
        return rows

    def enemies_at(self, state: KitState, side: int) -> int:
        """Spaces with enemy units."""
        return mask_of_sides(state.occupied, self.board.hostile[side])

    def own_faults(self, state: Any) -> list[str]:
        """What can't be in fields of a game's own from which others follow; it is asked before these are computed."""
        return []

    def mark_gone(self, state: KitState) -> None:
        """Note those that stand in boxes for the lost, the captured and the withdrawn as gone."""
        for place in {*self.lost_at, *self.last_places} - {self.board.nowhere}:
            state.gone |= state.units_in[place]

    def starts(self) -> list[int]:
        """The place of each unit at the start of the scenario."""
        board, start = self.board, self.scenario.position
        places = [board.nowhere] * len(board.units)
        for place, entries in ((start.units or {}) | (start.pools or {})).items():
            for entry in entries:
                name = entry if isinstance(entry, str) else entry.id
                if name in board.unit_index and place in board.place_index:
                    places[board.unit_index[name]] = board.place_index[place]
        return places

    # Frames -------------------------------------------------------------------------------------------------

    def push_frame(self, state: KitState, **registers: int) -> Frame:
        """Open a frame of registers for what follows."""
        state.frames.append(registers)
        return registers

    def places_of(self, state: KitState, units: int) -> Iterator[tuple[int, int]]:
        """Unit and place of each of `units`."""
        for unit in bits(units):
            yield unit, state.at[unit]


def _end_exploitation(state: KitState) -> None:
    """A breakthrough lasts until the end of the turn."""
    state.exploiting = 0


def _mentions_supply(model: SourceModel) -> bool:
    """Whether a filter asks which units are in supply, so that all sides must be judged."""
    return any(isinstance(value, UnitFilter) and value.state in ("supplied", "unsupplied") for _, value in walk(model))


def turn_box(kit: Kit, model: SourceModel, key: str, side: str, turn: int) -> int:
    """The box of a side for a turn by the pattern under `key`, e.g. "{side}-turn-{turn}"; 0 for none."""
    pattern = str(getattr(model, key))
    fields = {name for _, name, _, _ in Formatter().parse(pattern) if name is not None}
    if not fields <= {"side", "turn"}:
        kit.mistakes.add("a box is named with {side} and {turn}", model.where(key), '"{side}-turn-{turn}"')
        return 0
    return kit.board.boxes.get(pattern.format(side=side, turn=turn), 0)


Rule = str | None


def cite(section: Section, key: str) -> str:
    """The case that a section cites for a reason or a deed."""
    return str(section.rules.get(key, section.rule))


def citing(decision: Decision, section: Section) -> Decision:
    """A decision with the case that a section cites for each of its reasons."""
    reasons = tuple(replace(r, rule=section.rules.get(r.key, r.rule)) for r in decision.reasons)
    return replace(decision, reasons=reasons)


def cases_of(kit: Kit, section: SidedSection) -> tuple[str, ...]:
    """By side: the case of a section."""
    for side in section.side_rules:
        kit.mistakes.known_key("side", side, kit.board.sides, section, "side_rules", side)
    return tuple(section.side_rules.get(side, section.rule) for side in kit.board.sides)


def cited(rule: Rule, model: Any) -> str:
    """The rule of a part, or that of the procedure to which it belongs."""
    return rule or str(model.rule)
