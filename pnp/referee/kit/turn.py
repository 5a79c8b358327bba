"""The turn: the phases of `game.yaml` in order, worked off by the agenda."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from pnp.model.info import EACH, INITIATIVE, OTHER, Phase
from pnp.model.procedures import PROCEDURES
from pnp.referee.dice import roll
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.procedures.combat import Combat
from pnp.referee.kit.procedures.stacking import Stacking
from pnp.referee.kit.procedures.supply import Supply
from pnp.referee.kit.state import KitState
from pnp.referee.records import event

MOST_THROWS = 100
"""Throws for the initiative until there is no tie; after so many the order of `sides` decides."""


class PhaseProcedure(Protocol):
    """A procedure that a phase can name."""

    def begin(self, state: KitState, phase: Phase) -> None:
        """Put what it does on the agenda; the frame of the phase is open."""


@dataclass(frozen=True, slots=True)
class Beat:
    """A phase of a side in the course of a turn.

    phase  index among all phases
    side   index of the side, -1 for nobody
    name   of its operation
    """

    phase: int
    side: int
    name: str


class Turn:
    """Runs the phases of each turn. `beats` are those of a turn, in order."""

    def __init__(
        self, kit: Kit, procedures: Mapping[str, PhaseProcedure], stacking: Stacking, supply: Supply
    ) -> None:
        self.kit, self.procedures, self.stacking, self.supply = kit, procedures, stacking, supply
        self.phases = kit.game.info.all_phases
        self._parts: list[tuple[int, int, int]] = []
        self._thrown_for: list[Phase] = []
        beats: list[Beat] = []
        self._add_beats(beats, kit.game.info.phases, -1)
        self.beats = tuple(beats)
        self._around = dict(_parts_around(kit.game.info.phases, ()))
        for number in range(len(self._parts)):
            kit.operation(f"initiative:{number}", self._thrower(number))
        for beat in self.beats:
            kit.operation(beat.name, self._opener(beat))
        kit.phase_where = lambda index: (
            (self.phases[index].name, self.phases[index].rule, self.phases[index].where())
            if index >= 0 else ("", "", None)
        )  # fmt: skip
        kit.operation("turn:begin", self._begin)
        kit.operation("turn:end", self._end)
        kit.operation("phase:close", self._close)

    def _add_beats(self, beats: list[Beat], phases: tuple[Phase, ...], side: int) -> None:
        """Add the beats of `phases`, played by `side` where they don't say, and write down which are thrown for: first
        and last beat, and how many each side has.
        """
        sides = self.kit.board.sides
        for phase in phases:
            first = len(beats)
            if phase.side in (EACH, INITIATIVE):
                players = list(range(len(sides)))
            elif phase.side == OTHER:
                players = self._opponent(phase, side)
            elif phase.side is not None:
                known = self.kit.mistakes.known("side", phase.side, (*sides, EACH), phase, "side")
                players = [sides.index(phase.side)] if known else [0]
            else:
                players = [side]
            for player in players:
                for _ in range(phase.repeat):
                    if phase.phases:
                        self._add_beats(beats, phase.phases, player)
                    else:
                        name = sides[player] if player >= 0 else "-"
                        beats.append(Beat(self._index(phase), player, f"phase:{phase.id}:{name}"))
            if phase.side == INITIATIVE:
                self._by_initiative(phase)
                self._parts.append((first, len(beats) - 1, (len(beats) - first) // len(sides)))
                self._thrown_for.append(phase)

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

    def _opener(self, beat: Beat) -> Callable[[KitState], None]:
        """The operation that opens a phase, or passes it over when it isn't played."""
        phase = self.phases[beat.phase]
        played = self._played((*self._around[phase.id], phase), beat.side)
        procedure = self._procedure(phase, beat)
        judging = self.supply.source is not None and phase.procedure in ("movement", "combat", "supply")
        # Where lack of supply only keeps units from attacking, it is judged only where something can be attacked.
        contact = procedure.in_contact if isinstance(procedure, Combat) and not self.supply.concerns_all else None

        def open_phase(state: KitState) -> None:
            if procedure is None or not played(state):
                return
            state.phase, state.side = beat.phase, beat.side
            state.frames[:] = [{}]
            if judging and (contact is None or contact(state)):
                self.supply.judge(state)
            state.agenda.append("phase:close")
            if self.stacking.source is not None and not self.stacking.each_move:
                state.agenda.append("stacking:judge")
            procedure.begin(state, phase)

        return open_phase

    def _played(self, phases: tuple[Phase, ...], side: int) -> Callable[[KitState], bool]:
        """Whether all of `phases`, a phase of `side` and those around it, are played now."""
        filters, options = self.kit.filters, self.kit.options
        first_turn = max(phase.first_turn for phase in phases)
        turns = [filters.turns(phase.turns, phase) for phase in phases if phase.turns]
        conditions = [filters.condition(phase.when, options, side) for phase in phases if phase.when]

        def played(state: KitState) -> bool:
            turn = state.turn
            if turn < first_turn or not all(turn in some for some in turns):
                return False
            return all(holds(state) for holds in conditions)

        return played

    def _procedure(self, phase: Phase, beat: Beat) -> PhaseProcedure | None:
        name, kit = phase.procedure, self.kit
        if name is None:
            return None
        if name not in self.procedures:
            if name in PROCEDURES:
                kit.mistakes.add(
                    f"the phase {phase.id!r} has nothing to do: {name!r} is not declared", phase.where("procedure"),
                    f"add '{name}:' to procedures.yaml",
                )  # fmt: skip
            else:
                kit.mistakes.unknown("procedure", name, phase.where("procedure"), self.procedures)
            return None
        if beat.side < 0 and name not in ("supply", "events"):
            kit.mistakes.add(
                f"the phase {phase.id!r} is nobody's, but {name!r} needs a side", phase.where("procedure"),
                "add 'side: each', or a side",
            )  # fmt: skip
        return self.procedures[name]

    # The course of a turn -----------------------------------------------------------------------------------

    def open(self, state: KitState, phase: str, side: int | None) -> None:
        """Begin a game in the middle of a turn: with `phase` of a side, and what follows it."""
        first = next(
            index for index, beat in enumerate(self.beats)
            if self.phases[beat.phase].id == phase and side in (None, beat.side)
        )  # fmt: skip
        if not first:
            self._announce(state)
        state.agenda[:] = ["turn:end", *reversed(self._program(first))]

    def _program(self, first: int) -> list[str]:
        """Names of the operations of a turn from beat `first` on. A part that is thrown for is thrown for as a whole;
        one that has begun goes on with the sides that come after in the order of `sides`.
        """
        names: list[str] = []
        number = first
        while number < len(self.beats):
            part = next((i for i, (start, *_) in enumerate(self._parts) if start == number), None)
            if part is None:
                names.append(self.beats[number].name)
                number += 1
            else:
                names.append(f"initiative:{part}")
                number = self._parts[part][1] + 1
        return names

    def _thrower(self, part: int) -> Callable[[KitState], None]:
        """Throws for a part of the turn and puts the phases of the sides on the agenda in that order."""
        kit, source = self.kit, self.kit.source.initiative
        first, _, each = self._parts[part]
        phase = self._thrown_for[part]
        played = self._played((*self._around[phase.id], phase), -1)
        if source is None:
            return lambda state: None
        sides = kit.board.sides
        added = [kit.mistakes.amount(source.add.get(side, 0), source, "add", side) for side in sides]
        for side in source.add:
            kit.mistakes.known("side", side, sides, source, "add", side)
        known = source.ties == "again" or kit.mistakes.known("side", source.ties, sides, source, "ties")
        favoured = sides.index(source.ties) if known and source.ties != "again" else -1

        def throw(state: KitState) -> None:
            if not played(state):
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
            names = [self.beats[first + side * each + step].name for side in order for step in range(each)]
            state.agenda += reversed(names)

        return throw

    def sides_of(self, phase: str) -> list[int]:
        """The sides that play `phase`, in order."""
        return [beat.side for beat in self.beats if self.phases[beat.phase].id == phase]

    def _announce(self, state: KitState) -> None:
        sequence = self.kit.source.sequence
        rule = sequence.rule if sequence else self.phases[0].rule
        event(state, "turn", rule, 0, -1, (("value", state.turn),))

    def _begin(self, state: KitState) -> None:
        board = self.kit.board
        self._announce(state)
        if board.seasons > 1 and board.season(state.turn) != board.season(max(state.turn - 1, 1)):
            self.kit.refresh(state)
        state.agenda[:] = ["turn:end", *reversed(self._program(0))]

    def _close(self, state: KitState) -> None:
        state.frames.clear()
        self.kit.operations["victory:sudden"](state)

    def _end(self, state: KitState) -> None:
        operations = self.kit.operations
        operations["victory:turn"](state)
        if state.turn >= self.kit.scenario.turns:
            operations["victory:end"](state)
            return
        state.turn += 1
        event(state, "advance-marker", self.phases[-1].rule, 0, -1, (("value", state.turn),))
        state.agenda.append("turn:begin")


def _parts_around(phases: tuple[Phase, ...], around: tuple[Phase, ...]) -> Iterator[tuple[str, tuple[Phase, ...]]]:
    """Id of each phase, with the phases around it."""
    for phase in phases:
        yield phase.id, around
        yield from _parts_around(phase.phases, (*around, phase))
