"""The turn: the phases of `game.yaml` in order, worked off by the agenda."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from pnp.model.info import EACH, INITIATIVE, OTHER, Phase, PhaseStep
from pnp.model.procedures import PROCEDURES, InitiativeSource
from pnp.model.tables import EventsTable
from pnp.referee.dice import roll
from pnp.referee.kit.decisions import Operation
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.procedures.combat import Combat
from pnp.referee.kit.procedures.setup import Setup
from pnp.referee.kit.procedures.stacking import Stacking
from pnp.referee.kit.procedures.supply import Supply
from pnp.referee.kit.state import KitState
from pnp.referee.records import event

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")
"""Effects of a table of initiative, in order."""

MOST_THROWS = 100
"""Throws for the initiative until there is no tie; after so many the order of `sides` decides."""


class PhaseProcedure(Protocol):
    """A procedure that a phase can name."""

    def begin(self, state: KitState, phase: Phase) -> bool | None:
        """Put what it does on the agenda, or do it; the frame of the phase is open. True when it has opened a decision.
        """


CLOSERS = ("phase:close", "step:close")
"""Operations that end a phase, or a step of it that runs a procedure."""


@dataclass(frozen=True, slots=True, eq=False)
class Beat:
    """A phase of a side in the course of a turn, or a step of it; each time that it is played is a beat of its own.

    phase  index among all phases
    side   index of the side, -1 for nobody
    name   of its operation
    step   the step; None for all of the phase
    """

    phase: int
    side: int
    name: str
    step: PhaseStep | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TurnPart:
    """A part of the turn that an operation begins: what is within it comes onto the agenda only then.

    phase   the phase that holds the others
    side    index of the side that plays it, -1 for nobody or for all of them
    name    of its operation
    within  what is played in it; where `thrown`, a part for each side, in the order of `sides`
    thrown  whether the sides play it in the order of a die
    """

    phase: Phase
    side: int
    name: str
    within: tuple[Beat | TurnPart, ...]
    thrown: bool = False


Course = Sequence[Beat | TurnPart]
"""Beats and parts of a turn, in order."""

Order = tuple[int, ...]
"""Indices of the sides that play a part of the turn, in the order that a die has given."""


class Turn:
    """Runs the phases of each turn. `course` is what a turn consists of, `beats` all that is played in it, in order."""

    def __init__(
        self, kit: Kit, procedures: Mapping[str, PhaseProcedure], stacking: Stacking, supply: Supply
    ) -> None:
        self.kit, self.procedures, self.stacking, self.supply = kit, procedures, stacking, supply
        self.phases = kit.game.info.all_phases
        self._around = dict(_parts_around(kit.game.info.phases, ()))
        self.course: Course = self._course(kit.game.info.phases, -1)
        self.beats = tuple(_beats(self.course))
        for part in _parts(self.course):
            kit.operation(part.name, self._thrower(part) if part.thrown else self._beginner(part))
        kit.operation("phase:close", self._close)
        kit.operation("step:close", lambda state: state.frames.clear())
        for beat in self.beats:
            kit.operation(beat.name, self._opener(beat))
        kit.phase_where = lambda index: (
            (self.phases[index].name, self.phases[index].rule, self.phases[index].where())
            if index >= 0 else ("", "", None)
        )  # fmt: skip
        self._own = {"turn:begin", "turn:end", "turn:announce"}
        self._own |= {beat.name for beat in self.beats} | {part.name for part in _parts(self.course)}
        kit.operation("turn:begin", self._begin)
        kit.operation("turn:announce", self._announce)
        kit.operation("turn:end", self._end)

    def _course(self, phases: tuple[Phase, ...], side: int) -> list[Beat | TurnPart]:
        """What `phases` consist of, played by `side` where they don't say."""
        course: list[Beat | TurnPart] = []
        for phase in phases:
            if phase.side == INITIATIVE:
                self._by_initiative(phase)
                name = f"initiative:{phase.id}"
                each = tuple(
                    TurnPart(phase, player, f"{name}:{player_name}", tuple(self._repeated(phase, player)))
                    for player, player_name in enumerate(self.kit.board.sides)
                )
                course.append(TurnPart(phase, -1, name, each, thrown=True))
                continue
            for player in self._players(phase, side):
                course += self._repeated(phase, player)
        return course

    def _players(self, phase: Phase, side: int) -> list[int]:
        """The sides that play `phase`, in order; -1 for nobody."""
        sides = self.kit.board.sides
        if phase.side is None:
            return [side]
        if phase.side == EACH:
            return list(range(len(sides)))
        if phase.side == OTHER:
            return self._opponent(phase, side)
        known = self.kit.mistakes.known("side", phase.side, (*sides, EACH), phase, "side")
        return [sides.index(phase.side)] if known else [0]

    def _repeated(self, phase: Phase, player: int) -> Iterator[Beat | TurnPart]:
        """What one side plays of `phase`, as often as it is repeated; a part with a condition has to be begun."""
        name = self.kit.board.sides[player] if player >= 0 else "-"
        for _ in range(phase.repeat):
            if not phase.phases:
                steps = _running(phase)
                for step in steps:
                    yield Beat(self._index(phase), player, f"phase:{phase.id}:{step.id}:{name}", step)
                if not steps or phase.procedure is not None:
                    yield Beat(self._index(phase), player, f"phase:{phase.id}:{name}")
            elif phase.when is None or phase.side == INITIATIVE:
                yield from self._course(phase.phases, player)
            else:
                yield TurnPart(phase, player, f"part:{phase.id}:{name}", tuple(self._course(phase.phases, player)))

    def _opponent(self, phase: Phase, side: int) -> list[int]:
        """The side that reacts in a phase of `side`."""
        others = list(self.kit.board.hostile[side]) if side >= 0 else []
        if side < 0 or len(others) != 1:
            message = f"the phase {phase.id!r} has no opponent: it stands in no phase of a side" if side < 0 else (
                f"the phase {phase.id!r} has several opponents"
            )
            self.kit.mistakes.add(message, phase.where("side"), "name the side")
            return []
        return others

    def _by_initiative(self, phase: Phase) -> None:
        """A part of the turn that is thrown for needs to be told how."""
        if self.kit.source.initiative is None:
            hint = "add 'initiative:' to procedures.yaml"
            self.kit.mistakes.add("nothing says how the initiative is thrown for", phase.where("side"), hint)

    def _index(self, phase: Phase) -> int:
        return next(index for index, other in enumerate(self.phases) if other.id == phase.id)

    def _opener(self, beat: Beat) -> Operation:
        """The operation that opens a phase, or passes it over when it isn't played."""
        phase = self.phases[beat.phase]
        played = self._played(phase, beat.side)
        runs = beat.step or phase
        procedure = self._procedure(runs, beat)
        judging = self.supply.source is not None and runs.procedure in ("movement", "combat", "supply")
        # Where lack of supply only keeps units from attacking, it is judged only where something can be attacked.
        setup = self.procedures.get("setup") if self.kit.may_hide and runs.procedure != "setup" else None
        contact = procedure.in_contact if isinstance(procedure, Combat) and not self.supply.concerns_all else None
        closing = ["phase:close" if beat.step in (None, *_running(phase)[-1:]) else "step:close"]
        closing += ["stacking:judge"] if self.stacking.judged_after(runs.procedure) else []
        if procedure is None:
            return lambda state: None
        begin, index, side = procedure.begin, beat.phase, beat.side
        reveal = setup.close if isinstance(setup, Setup) else None
        close = self.kit.operations[closing[0]] if len(closing) == 1 and not self.kit.after_deed else None

        def open_phase(state: KitState) -> bool | None:
            if played is not None and not played(state):
                return None
            state.phase, state.side = index, side
            if not state.frames:  # a position may have told what has been done in it already
                state.frames.append({})
            if reveal is not None:
                reveal(state)
            if judging and (contact is None or contact(state)):
                self.supply.judge(state)
            agenda = state.agenda
            rest = len(agenda)
            asks = begin(state, phase)
            if close is not None and len(agenda) == rest and not (asks or state.ended):
                close(state)  # nothing is left to be done in it
            elif not state.ended:
                agenda[rest:rest] = closing
            return asks

        return open_phase

    def _played(self, phase: Phase, side: int) -> Callable[[KitState], bool] | None:
        """Whether `phase` of `side` is played now: in this turn, as those around it are, and by its own condition;
        those of the phases around it were judged when they began. None where it always is.
        """
        filters, phases = self.kit.filters, (*self._around[phase.id], phase)
        first_turn = max(one.first_turn for one in phases)
        turns = [filters.turns(one.turns, one) for one in phases if one.turns]
        holds = filters.condition(phase.when, self.kit.options, side)
        if first_turn <= 1 and not turns and phase.when is None:
            return None

        def played(state: KitState) -> bool:
            turn = state.turn
            return turn >= first_turn and all(turn in some for some in turns) and holds(state)

        return played

    def _procedure(self, phase: Phase | PhaseStep, beat: Beat) -> PhaseProcedure | None:
        """What a phase or a step runs."""
        name, kit = phase.procedure, self.kit
        if name is None:
            return None
        if name not in self.procedures:
            if name in PROCEDURES:
                section = "cards" if name == "draw" else name
                lacks_cards = section == "cards" and kit.game.cards is None
                kit.mistakes.add(
                    f"the phase {phase.id!r} has nothing to do: {name!r} is not declared", phase.where("procedure"),
                    f"write {'cards.yaml' if lacks_cards else f'{section!r} in procedures.yaml'}",
                )  # fmt: skip
            else:
                kit.mistakes.unknown("procedure", name, phase.where("procedure"), self.procedures)
            return None
        if beat.side < 0 and name in PROCEDURES and name not in ("supply", "events"):
            kit.mistakes.add(
                f"the phase {phase.id!r} is nobody's, but {name!r} needs a side", phase.where("procedure"),
                "add 'side: each', or a side",
            )  # fmt: skip
        return self.procedures[name]

    # The course of a turn -----------------------------------------------------------------------------------

    def open(self, state: KitState, phase: str, side: int | None, orders: Sequence[Order] = ()) -> None:
        """Begin a game in the middle of a turn: with `phase` of a side, and what follows it.

        orders  of the parts that are thrown for and have begun, outermost first
        """
        first = next(
            beat for beat in _beats(self.course, orders)
            if self.phases[beat.phase].id == phase and side in (None, beat.side)
        )  # fmt: skip
        names, number = self._program(self.course, first, orders), self.beats.index(first)
        begun = not any(part.thrown and part.name in names for part in _parts(self.course))
        if begun and not orders and (opening := self._opening(state)):
            self.open(state, phase, first.side, opening)
            return
        if number in (0, *range(self._setups)):
            names.insert(max(self._setups - number, 0), "turn:announce")
        state.agenda[:] = ["turn:end", *reversed(names)]

    def _opening(self, state: KitState) -> Sequence[Order]:
        """In the first turn the order that is declared for it: sides that don't play it are taken to have done so."""
        source, sides = self.kit.source.initiative, self.kit.board.sides
        if source is None or not source.opening or state.turn != (self.kit.scenario.position.turn or 1):
            return ()
        return [(*(index for index, name in enumerate(sides) if name not in source.opening),
                 *(sides.index(name) for name in source.opening if name in sides))]  # fmt: skip

    def _program(
        self, course: Course, first: Beat, orders: Sequence[Order] = (), *, begun: bool = False
    ) -> list[str]:
        """Names of the operations of `course` from beat `first` on.

        A part that begins with it is begun, unless it has `begun`; another has begun, and goes on with the sides that
        come after in its order, which without one of `orders` is that of `sides`.
        """
        for number, node in enumerate(course):
            if node is first:
                return [one.name for one in course[number:]]
            if isinstance(node, TurnPart) and any(beat is first for beat in _beats(node.within)):
                if not begun and next(_beats(node.within)) is first and not (node.thrown and orders):
                    return [one.name for one in course[number:]]
                within = _ordered(node, orders)
                rest = self._program(within, first, orders[1:] if node.thrown else orders, begun=begun)
                return rest + [one.name for one in course[number + 1 :]]
        return []

    def orders(self, state: KitState) -> list[Order]:
        """The orders of the parts that are thrown for and in which the phase that is on stands, outermost first."""
        orders, course = [], self.course
        while part := next((p for p in _parts(course) if p.thrown and self._in(state, p.within)), None):
            waiting = [index for name in reversed(state.agenda) for index, one in enumerate(part.within)
                       if one.name == name]  # fmt: skip
            begun = [index for index in range(len(part.within)) if index not in waiting]
            begun.sort(key=lambda index: self._in(state, part.within[index : index + 1]))
            orders.append((*begun, *waiting))
            course = part.within[begun[-1] : begun[-1] + 1]
        return orders

    def faults(self, state: KitState) -> list[str]:
        """What is wrong with the agenda: it holds what is left of the turn, the end of the phase, then what is left of
        the phase itself, of which only the phase's procedure knows more.
        """
        agenda = state.agenda
        number = next((index for index, name in enumerate(agenda) if name in CLOSERS), 0)
        if not number or any(name in CLOSERS or name in self._own for name in agenda[number + 1 :]):
            return ["the agenda has no place where the phase ends"]
        left = [name for name in reversed(agenda[:number]) if name != "turn:announce"]
        try:
            orders = self.orders(state)
        except LookupError:
            orders = []
        now = [beat for beat in self.beats if (beat.phase, beat.side) == (state.phase, state.side)]
        if any([*self._program(self.course, beat, orders, begun=True)[1:], "turn:end"] == left for beat in now):
            return []
        return ["the agenda doesn't fit the phase"]

    def thrown_for(self, phase: str) -> bool:
        """Whether `phase` stands in a part of the turn that is thrown for, or is one."""
        return any(
            part.thrown and any(self.phases[beat.phase].id == phase for beat in _beats(part.within))
            for part in _parts(self.course)
        )

    @staticmethod
    def _in(state: KitState, course: Course) -> bool:
        """Whether the phase that is on is one of `course`."""
        return any((beat.phase, beat.side) == (state.phase, state.side) for beat in _beats(course))

    def _beginner(self, part: TurnPart) -> Callable[[KitState], None]:
        """The operation that begins a part of the turn, or passes it over: its condition is judged once."""
        names = [one.name for one in reversed(part.within)]
        # The thrower has judged the condition of a part that is thrown for.
        played = self._played(part.phase, part.side) if part.phase.side != INITIATIVE else None

        def begin(state: KitState) -> None:
            if played is None or played(state):
                state.agenda += names

        return begin

    def _thrower(self, part: TurnPart) -> Callable[[KitState], None]:
        """The operation that throws for a part of the turn and puts the sides on the agenda in that order."""
        kit, source = self.kit, self.kit.source.initiative
        played = self._played(part.phase, -1)
        if source is None:
            return lambda state: None
        sides = kit.board.sides
        first_turn = kit.scenario.position.turn or 1
        known_opening = kit.mistakes.known_names("side", source.opening, sides, source, "opening")
        opening = tuple(sides.index(name) for name in known_opening)
        by_table = self._orders_of_table(source) if source.table is not None else None
        added = [kit.mistakes.amount(source.add.get(side, 0), source, "add", side) for side in sides]
        for side in source.add:
            kit.mistakes.known("side", side, sides, source, "add", side)
        known = source.ties == "again" or kit.mistakes.known("side", source.ties, sides, source, "ties")
        favoured = sides.index(source.ties) if known and source.ties != "again" else -1

        def throw(state: KitState) -> None:
            if played is not None and not played(state):
                return
            if opening and state.turn == first_turn:
                state.agenda += [part.within[side].name for side in reversed(opening)]
                return
            if by_table is not None:
                order = by_table[roll(state, len(by_table), source.table or "", source.rule) - 1]
                event(state, "initiative", source.rule, 0, -1, (("by", sides[order[0]]),))
                state.agenda += [part.within[side].name for side in reversed(order)]
                return
            for _ in range(MOST_THROWS):
                rolls = [
                    sum(roll(state, source.sides, name, source.rule) for _ in range(source.dice)) + added[side]
                    for side, name in enumerate(sides)
                ]
                if favoured >= 0 or len(set(rolls)) == len(rolls):
                    break
            order = sorted(range(len(sides)), key=lambda side: (-rolls[side], side != favoured, side))
            event(state, "initiative", source.rule, 0, -1, (("by", sides[order[0]]),))
            state.agenda += [part.within[side].name for side in reversed(order)]

        return throw

    def _orders_of_table(self, source: InitiativeSource) -> list[Order] | None:
        """By face of the die: the sides in the order that a row of the table gives them."""
        mistakes, sides = self.kit.mistakes, self.kit.board.sides
        tables = {t.id: t for t in self.kit.game.charts.tables if isinstance(t, EventsTable)}
        if not mistakes.known("events table", source.table or "", tables, source, "table"):
            return None
        table = tables[source.table or ""]
        orders: list[Order] = []
        for face in range(1, table.dice.sides + 1):
            row = table.row_for(face)
            named = {place: str(row.effects[place]) for place in PLACES if place in row.effects}
            known = [
                name for place, name in named.items() if mistakes.known("side", name, sides, row, "effects", place)
            ]
            if not known or len(set(known)) < len(known):
                hint = "give it effects 'first', 'second' …, each with another side"
                mistakes.add("this row gives no order of the sides", row.where(), hint)
            orders.append(tuple(sides.index(name) for name in dict.fromkeys(known or sides)))
        return orders

    def sides_of(self, phase: str) -> list[int]:
        """The sides that play `phase`, in order."""
        return [beat.side for beat in self.beats if self.phases[beat.phase].id == phase]

    def runs(self, phase: str) -> tuple[str, ...]:
        """The procedures of `phase` and of its steps."""
        return next(one.procedures for one in self.phases if one.id == phase)

    def ahead(self, phase: str, procedure: str) -> list[int]:
        """The sides that run a procedure in `phase` or later in the turn, in order."""
        played = [self.phases[beat.phase] for beat in self.beats]
        first = next((index for index, one in enumerate(played) if one.id == phase), len(played))
        beats = dict.fromkeys((beat.phase, beat.side) for beat in self.beats[first:])
        return [side for index, side in beats if procedure in self.phases[index].procedures]

    @cached_property
    def _setups(self) -> int:
        """How many phases of set-up stand first: the turn begins after them."""
        number = 0
        for node in self.course:
            if not isinstance(node, Beat) or self.phases[node.phase].procedure != "setup":
                break
            number += 1
        return number

    @cached_property
    def _agenda(self) -> list[str]:
        """The agenda of a turn after the first: set-up is over."""
        return ["turn:end", *(one.name for one in reversed(self.course[self._setups :])), "turn:announce"]

    def _announce(self, state: KitState) -> None:
        sequence = self.kit.source.sequence
        rule = sequence.rule if sequence else self.phases[0].rule
        for operation in self.kit.each_turn:
            operation(state)
        event(state, "turn", rule, 0, -1, (("value", state.turn),))

    def _begin(self, state: KitState) -> None:
        board = self.kit.board
        if board.seasons > 1 and board.season(state.turn) != board.season(max(state.turn - 1, 1)):
            self.kit.refresh(state)
        state.agenda[:] = self._agenda

    def _close(self, state: KitState) -> None:
        state.frames.clear()
        if self.kit.after_phase is not None:
            self.kit.after_phase(state)

    def _end(self, state: KitState) -> None:
        operations = self.kit.operations
        operations["victory:turn"](state)
        if state.ended:
            return
        if state.turn >= self.kit.scenario.turns:
            operations["victory:end"](state)
            return
        state.turn += 1
        sequence = self.kit.source.sequence
        rule = sequence.rules.get("advance-marker", sequence.rule) if sequence else self.phases[-1].rule
        event(state, "advance-marker", rule, 0, -1, (("value", state.turn),))
        state.agenda.append("turn:begin")


def _running(phase: Phase) -> list[PhaseStep]:
    """The steps of a phase that run a procedure."""
    return [step for step in phase.steps if step.procedure is not None]


def _parts_around(phases: tuple[Phase, ...], around: tuple[Phase, ...]) -> Iterator[tuple[str, tuple[Phase, ...]]]:
    """Id of each phase, with the phases around it."""
    for phase in phases:
        yield phase.id, around
        yield from _parts_around(phase.phases, (*around, phase))


def _ordered(part: TurnPart, orders: Sequence[Order]) -> Course:
    """What is played in a part, in the first of `orders` where it is thrown for."""
    return [part.within[side] for side in orders[0]] if part.thrown and orders else part.within


def _beats(course: Course, orders: Sequence[Order] = ()) -> Iterator[Beat]:
    """The beats of `course`; parts that are thrown for in the order that `orders` gives, outermost first."""
    for node in course:
        if isinstance(node, Beat):
            yield node
        else:
            yield from _beats(_ordered(node, orders), orders[1:] if node.thrown else orders)


def _parts(course: Course) -> Iterator[TurnPart]:
    """The parts of `course`, those within others after them."""
    for node in course:
        if isinstance(node, TurnPart):
            yield node
            yield from _parts(node.within)
