"""A declared game, ready to play: `Rules` made of its declarations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from pnp.errors import Problem, SourceError
from pnp.model.figure import BoardFacts
from pnp.model.game import Game
from pnp.model.position import PositionSource
from pnp.referee.advice import Adviser
from pnp.referee.dice import bits, stream_seed
from pnp.referee.engine import Deed, Offer, Result, Rules, Step, StrengthParts, Test, Verb
from pnp.referee.hex_counts import counted
from pnp.referee.kit import words
from pnp.referee.kit.advice.adviser import KitAdviser
from pnp.referee.kit.advice.cards import CardAdvice
from pnp.referee.kit.advice.terms import AdviceTerm
from pnp.referee.kit.assembly import Assembly
from pnp.referee.kit.card_state import IN_FORCE, hand, with_cards
from pnp.referee.kit.dealing import dealt
from pnp.referee.kit.decisions import VERBS, Decision, with_card_verbs
from pnp.referee.kit.faults import (
    BROKEN,
    decision_faults,
    misplaced,
    register_faults,
    stale_faults,
    standing_faults,
)
from pnp.referee.kit.position import FACE_DOWN, REDUCED, KitPosition, position_of
from pnp.referee.kit.procedures.odds import BattleOdds
from pnp.referee.kit.state import KitState
from pnp.referee.masks import SPARSE, Action, ActionList, mask_of
from pnp.referee.saved import fill_state
from pnp.referee.state import DO
from pnp.referee.violation import _W, Violation

COSTS_POINTS = _W("{cost} MP")
"""What a move costs, beside it in a list of choices."""


class DeclaredRules(Rules):
    """The rules of a game from `procedures.yaml` and the phases of `game.yaml`.

    A game that has something of its own subclasses this and names its ASSEMBLY; where need be also its VERBS, made with
    `with_verbs`, its STATE, a subclass of `KitState`, the READER of its positions, and TERMS, its own part in the
    advice. Nothing else knows the turn.

    assembly  its procedures; kit: its operations and decisions; board: all that never changes
    Raises SourceError with every mistake in the declarations.
    """

    VERBS = VERBS
    STATE: ClassVar[type[KitState]] = KitState
    ASSEMBLY: ClassVar[type[Assembly]] = Assembly
    READER: ClassVar[type[KitPosition]] = KitPosition
    TERMS: ClassVar[tuple[type[AdviceTerm], ...]] = ()
    REASONS: ClassVar[Mapping[str, str]] = words.REASONS
    EVENT_TEXTS = words.EVENT_TEXTS
    COUNTED = words.COUNTED
    VERB_TEXTS = words.VERB_TEXTS

    @property
    def SILENT(self) -> Mapping[str, str]:  # type: ignore[override]
        """Cases kept without a line in the log, as declared."""
        return self.kit.source.silent

    def __init__(self, game: Game, scenario: str = "standard", options: Mapping[str, Any] | None = None) -> None:
        if game.procedures is not None and game.procedures.cards is not None and game.cards is not None:
            self.VERBS, self.STATE = with_card_verbs(self.VERBS), with_cards(self.STATE)  # type: ignore[misc]
        super().__init__(game, scenario, options)
        self._verb_index = {verb.id: index for index, verb in enumerate(self.VERBS)}
        self.assembly = self.ASSEMBLY(game, self.scenario, self.options)
        self.kit = kit = self.assembly.kit
        self.operations, self._run, kit.verbs = kit.operations, kit.run, self.VERBS
        self.board: Any = kit.board
        self.units, self.spaces, self.places = kit.board.units, kit.board.spaces, kit.board.places
        self._make_steps()
        self.prepare()

    def _make_steps(self) -> None:
        """A step for each decision, phase and side that decides."""
        steps: list[Step] = []
        self._decision_of: list[Decision] = []
        verbs = {decision.id: self._verbs_of(decision) for decision in self.kit.decisions.values()}
        for index, phase in enumerate(self.game.info.all_phases):
            if not phase.procedures:
                continue
            for decision in self.kit.decisions.values():
                if decision.within is not None and not {*decision.within} & {*phase.procedures}:
                    continue
                by_side = self.kit.step_of.setdefault(decision.id, {})[index] = {}
                for side, name in enumerate(self.sides):
                    if decision.sides is not None and side not in decision.sides:
                        continue
                    by_side[side] = len(steps)
                    steps.append(Step(decision.id, phase.id, decision.rule, verbs[decision.id], by=name))
                    self._decision_of.append(decision)
        self.STEPS = tuple(steps)  # type: ignore[misc]

    def _verbs_of(self, decision: Decision) -> tuple[int, ...]:
        verbs = sorted(self._verb_index[one.verb] for one in (decision, *decision.besides))
        return (*verbs, self._verb_index[decision.end_verb]) if decision.may_end else tuple(verbs)

    # Decisions ----------------------------------------------------------------------------------------------

    def offer(self, step: Step) -> Offer:
        """The choices of `step`."""
        decision = self.kit.decisions[step.id]
        verb, may_end = self._verb_index[decision.verb], decision.may_end
        end = (self._bare_actions[step.verbs[-1]],)
        if decision.besides:
            return self._offer_besides(decision, end)
        actions, takes = self._lists[verb], self.VERBS[verb].takes
        few = actions.few

        def offer(state: KitState) -> Sequence[Action]:
            choices = state.choices
            after = end if may_end is not None and may_end(state) else ()
            if not takes:
                return [(verb,), *after] if choices else [*after]
            count = choices.bit_count()
            if count > SPARSE:  # a long list is built when it is read
                return ActionList(actions, choices, count, after)
            return few[choices] + after

        return offer

    def _offer_besides(self, decision: Decision, end: tuple[Action]) -> Offer:
        """The choices of a step in which several decisions are open, put together from the last verb to the first."""
        together = sorted((decision, *decision.besides), key=lambda one: self._verb_index[one.verb], reverse=True)
        parts = [
            (self._listing(self._verb_index[one.verb]), None if one is decision else one.mask) for one in together
        ]
        may_end = decision.may_end

        def offer(state: KitState) -> Sequence[Action]:
            actions: Sequence[Action] = end if may_end is not None and may_end(state) else ()
            for listed, mask in parts:
                if items := state.choices if mask is None else mask(state):
                    actions = listed(items, actions)
            return actions

        return offer

    def _listing(self, verb: int) -> Callable[[int, Sequence[Action]], Sequence[Action]]:
        """What lists the actions of a verb for a set of ids that isn't empty, before others; one without an id is open.
        """
        if self.VERBS[verb].takes:
            return self._lists[verb].before
        bare = (self._bare_actions[verb],)
        return lambda mask, after: (*bare, *after)

    def _decision_for(self, step: Step, verb: Verb) -> Decision:
        """The decision in `step` to which `verb` belongs."""
        decision = self.kit.decisions[step.id]
        return next((one for one in decision.besides if one.verb == verb.id), decision)

    def test(self, step: Step, verb: Verb) -> Test:
        """What refuses `verb` in `step`."""
        decision, one = self.kit.decisions[step.id], self._decision_for(step, verb)
        if one is decision and (verb.takes or verb.id == one.verb):
            return lambda state, item: None if state.choices >> item & 1 else self._refusal(one, state, item)
        if verb.takes or verb.id == one.verb:
            def refused(state: KitState, item: int) -> Violation | None:
                return None if one.mask(state) >> item & 1 else self._refusal(one, state, item)

            return refused
        may_end = decision.may_end
        assert may_end is not None

        def not_ended(state: KitState, item: int) -> Violation | None:
            return None if may_end(state) else self._not_ended(decision, state)

        return not_ended

    def prepare(self) -> None:
        """Look up the procedures of each step once, and by step the actions of the decision itself and its deed, and
        how it ends.
        """
        self._bare_actions: list[Action] = [(verb,) for verb in range(len(self.VERBS))]
        super().prepare()
        self._offered: list[tuple[Sequence[Action], Deed]] = []
        self._endings: list[tuple[Action, Decision]] = []
        for decision in self._decision_of:
            verb = self._verb_index[decision.verb]
            self._offered.append((self._singles[verb] if self.VERBS[verb].takes else (), decision.deed))
            self._endings.append((self._bare_actions[self._verbs_of(decision)[-1]], decision))

    def apply(self, state: KitState, action: Action) -> None:  # type: ignore[override]
        """As `Rules.apply`; that an action was offered by the open decision is validated with one look at its mask."""
        try:
            step = state.stack[-1]
            offered, carry_out = self._offered[step]
            item = action[-1]
            legal = offered and offered[item] is action and state.choices >> item & 1 and not state.foreign
        except (IndexError, TypeError):
            legal = False
        if not legal:
            if not self._ended(state, action):
                super().apply(state, action)
            return
        state.records.append((DO, state.turn, step) + action)  # noqa: RUF005  twice as quick
        state.stack = []
        carry_out(state, item)
        if not state.stack:  # unless a further decision is open
            self._run(state)

    def _ended(self, state: KitState, action: Action) -> bool:
        """End the open decision if `action` is how its end was offered, and it may; whether that is done."""
        if state.ended or state.foreign:
            return False
        step = state.stack[-1]
        end, decision = self._endings[step]
        if action is not end or decision.may_end is None or not decision.may_end(state):
            return False
        state.records.append((DO, state.turn, step) + action)  # noqa: RUF005
        state.stack = []
        if decision.end is not None:
            decision.end(state)
        self._run(state)
        return True

    def _refusal(self, decision: Decision, state: KitState, item: int) -> Violation:
        """The first reason against an id."""
        reason = next((r for r in decision.reasons if r.refuses(state, item)), decision.reasons[-1])
        about = self._about(decision, state, item) if reason.about is None else reason.about(state, item)
        return self.violation(reason.case(state), reason.key, **about)

    def _about(self, decision: Decision, state: KitState, item: int) -> Mapping[str, object]:
        """The unit and the place that a refusal is about."""
        kind = self.verbs[decision.verb]
        if not kind:
            return {}
        name = self.domains[kind][item]
        unit = state.frames[-1].get("unit", -1)
        about = {"unit": name} if kind == "unit" else {"place": name}
        if kind == "space" and unit >= 0:
            about["unit"] = self.units[unit]
        elif kind == "unit" and (attacked := state.frames[-1].get("spaces", 0)):
            about["place"] = self.spaces[attacked.bit_length() - 1]
        elif kind == "unit" and state.at[item] < len(self.places):
            about["place"] = self.places[state.at[item]]
        return about

    def _not_ended(self, decision: Decision, state: KitState) -> Violation:
        """Why a decision can't be ended now."""
        rule, reason, *about = decision.unended(state) if decision.unended else (decision.rule, "must-choose")
        if about:
            return self.violation(rule, reason, **about[0])
        kind = self.verbs[decision.verb]
        names = tuple(self.domains[kind][item] for item in bits(state.choices)) if kind else ()
        return self.violation(rule, reason, **{"unit" if kind == "unit" else "place": names})

    def deed(self, step: Step, verb: Verb) -> Deed:
        """What carries out `verb` in `step`; then the agenda goes on. A saved game may come from a stranger: one that
        can't go on raises SourceError.
        """
        decision, run, decision_of = self._decision_for(step, verb), self.kit.run, self._decision_of
        ends, end, carry_out = not verb.takes and verb.id != decision.verb, decision.end, decision.deed

        def do(state: KitState, item: int) -> None:
            state.stack = []
            try:
                if not ends:
                    carry_out(state, item)
                elif end is not None:
                    end(state)
                if ends or not state.stack:  # unless a further decision is open
                    run(state)
            except BROKEN as error:
                if not state.foreign:
                    raise
                raise self._forged(f"{step.id!r} doesn't fit what follows it") from error
            if state.foreign and (faults := decision_faults(decision_of, state)):
                raise self._forged(faults[0])

        return do

    def _forged(self, what: str) -> SourceError:
        return SourceError(Problem("bad-saved-game", f"the saved game can't go on: {what}", game=self.game.id))

    # Start, position, saved state ---------------------------------------------------------------------------

    def new_state(self, seed: int = 0) -> KitState:
        """The start of the scenario: its position, read once."""
        if self._drawn_at_start:
            return self.state_from(PositionSource(), seed)
        state = self._start.copy()
        self.start_streams(state, seed)
        return state

    @cached_property
    def _start(self) -> KitState:
        return self.state_from(PositionSource())

    @cached_property
    def _drawn_at_start(self) -> bool:
        """Whether dice are thrown or lots drawn before the first decision."""
        start = self._start
        return (start.dice_stream, start.cup_stream) != (stream_seed(0, "dice"), stream_seed(0, "cups"))

    def state_from(
        self, position: PositionSource | Mapping[str, Any], seed: int = 0,
        dice: Sequence[int] = (), draws: Sequence[str] = (),
    ) -> KitState:  # fmt: skip
        """The state of a position. Raises SourceError for one that can't be."""
        return self.READER(self, self.assembly, position, seed).read(dice, draws)

    def state_from_json(self, document: Mapping[str, Any]) -> KitState:
        """The state that `State.to_json` wrote. Raises SourceError when it can't be one."""
        return fill_state(self, self.STATE(self), document)

    def position(self, state: KitState) -> PositionSource:
        """Where everything stands; the side is the one whose phase it is, whoever decides, if it decides at all."""
        position, side = position_of(self, self.assembly, state, self.mark), self.sides[state.side]
        phase_on = state.side >= 0 and not state.ended and side in self.playing
        return position.replaced(side=side) if phase_on else position

    def mark(self, state: Any, unit: int) -> str | None:
        """The state of a unit as a position writes it, None for none; `READER.stand_unit` reads it."""
        if state.face_down >> unit & 1:
            return FACE_DOWN
        for name, register in self.READER.STATES.items():
            kept = register in state.NUMBERS
            units = getattr(state, register) if kept else state.frames[0].get(register, 0) if state.frames else 0
            if units >> unit & 1:
                return name
        return REDUCED if state.reduced >> unit & 1 else None

    def phasing_side(self, state: KitState) -> str | None:
        """The side whose phase it is; that of one by initiative, too."""
        return self.sides[state.side] if state.side >= 0 else None

    def result(self, state: KitState) -> Result | None:  # type: ignore[override]
        """How the game ended; where there are levels, its outcome is that of the victory."""
        ended = super().result(state)
        return replace(ended, level=ended.end) if ended and self.scenario.levels else ended

    def price(self, state: KitState, action: Action) -> tuple[str, object] | None:  # type: ignore[override]
        """The movement points of a move."""
        movement, step = self.assembly.movement, self.step(state)
        if movement is None or step is None or step.id != movement.space.id or len(action) < 2:
            return None
        if self.VERBS[action[0]].id != movement.space.verb or (cost := movement.cost(state, action[1])) is None:
            return None
        return COSTS_POINTS, f"{float(cost):g}"

    def score(self, state: KitState) -> dict[str, int]:
        """Points of each side that scores."""
        return self.assembly.victory.score(state) if self.assembly.victory else {}

    def complete(self, state: KitState) -> None:
        """Make what follows from the saved fields of a state, which may be anything; `faults` then tells."""
        state.foreign = True
        self.kit.clear(state, at=False)
        state.choices = 0
        if misplaced(self.kit, state):
            return
        held = list(state.held)
        self.kit.refresh(state)
        state.held = held  # as it is saved, even where it only follows from the rest; `faults` tells
        if state.stack and state.frames and not register_faults(self.kit, state):
            try:
                state.choices = self._decision_of[state.stack[-1]].mask(state)
            except BROKEN:
                state.choices = 0

    def faults(self, state: KitState) -> list[str]:
        """What is wrong in `state` itself."""
        faults = self.standing_faults(state)
        if not faults and not state.ended:
            faults = register_faults(self.kit, state) or self.assembly.turn.faults(state)
            if self.STEPS[state.stack[-1]].phase != self.game.info.all_phases[state.phase].id:
                faults.append("the open decision is of another phase")
        if faults:
            return faults
        procedures = [one for one in (self.assembly.movement, self.assembly.combat) if one is not None]
        return [
            *stale_faults(self.kit, state), *(fault for one in procedures for fault in one.faults(state)),
            *decision_faults(self._decision_of, state), *self._step_faults(state),
        ]  # fmt: skip

    def standing_faults(self, state: Any) -> list[str]:
        """What is wrong with how the units stand."""
        return standing_faults(self.kit, state)

    def overfull(self, state: Any) -> Sequence[Violation]:
        """Stacks above the limit, which is judged only as units move or a phase ends."""
        stacks = (stack for side in range(len(self.sides)) for stack in self.assembly.stacking.surplus_in(state, side))
        return [
            self.violation(rule, "full", unit=tuple(self.units[u] for u in bits(inside)), place=self.spaces[space])
            for space, inside, rule in stacks
        ]

    def _step_faults(self, state: KitState) -> list[str]:
        """A decision of another phase than the one that is on."""
        step = self.step(state)
        fits = step is None or self.phases.index(step.phase) == state.phase
        return [] if fits else ["the open decision belongs to another phase"]

    def adviser(self, side: str) -> Adviser | None:
        """The adviser for a side that a player commands, made of the declarations; None for one of the system."""
        if side not in self.deciding:
            return None
        terms = self.TERMS if self.kit.cards is None else (CardAdvice, *self.TERMS)
        return KitAdviser(self, self.assembly, self._start, side, terms=terms)

    def sources_of_points(self, state: KitState) -> dict[str, dict[str, int]]:
        """By side: the lines of its schedule that give or cost points now, and how many."""
        victory = self.assembly.victory
        return {self.sides[side]: dict(victory.schedule(state, side)) for side in victory.scoring} if victory else {}

    def leader(self, state: KitState) -> str | None:
        """Who has won, or would by the levels of victory or as the only one with most points; else None."""
        victory = self.assembly.victory
        if state.ended:
            return self.game.info.outcomes[state.ended - 1].winner
        if victory is None:
            return None
        if self.scenario.levels:
            return self.game.info.outcomes[victory.level_of(victory.points(state, victory.side))].winner
        ranked = sorted(((points, side) for side, points in self.score(state).items()), reverse=True)
        return ranked[0][1] if len(ranked) > 1 and ranked[0][0] > ranked[1][0] else None

    def losses(self, state: KitState) -> list[tuple[str, str, int, int]]:
        """Side, type of unit, how many of it are lost, and how many there are."""
        lost = state.units_at(place for place in set(self.kit.lost_at) if place < self.board.nowhere)
        return [
            (side, kind, (units & lost).bit_count(), units.bit_count())
            for (side, kind), units in self._units_by_type.items()
        ]

    @cached_property
    def _units_by_type(self) -> dict[tuple[str, str], int]:
        """Units by side and type."""
        units: dict[tuple[str, str], int] = {}
        for counter in self.game.all_counters():
            if counter.id in self.board.unit_index and counter.side in self.sides and counter.group.type:
                key = counter.side, counter.group.type
                units[key] = units.get(key, 0) | 1 << self.board.unit_index[counter.id]
        return units

    def dealt(self, state: KitState, side: str, seed: int) -> KitState:
        """A copy of `state`, without its log, in which the units that `side` can't see are dealt out anew by `seed`."""
        return dealt(self.assembly, state, side, seed)

    def circumstances(self, state: KitState) -> Sequence[tuple[str, Mapping[str, object]]]:
        """The weather, and the replacement points that each side has now."""
        kit, told = self.kit, list[tuple[str, Mapping[str, object]]]()
        if state.weather >= 0:
            told.append((words.WEATHER_NOW, {"code": kit.weathers[state.weather]}))
        if kit.cards is not None:
            told += [(words.CARDS_OF, {"by": name, "value": len(hand(state, side))})
                     for side, name in enumerate(self.sides) if kit.cards.holds(name)]
            told += [(words.CARDS_IN_FORCE, {"code": kit.cards.ids[card]})
                     for card, place in enumerate(state.cards) if place == IN_FORCE]
        replacements = kit.source.replacements
        if replacements is not None:
            spending = kit.runs(state, "replacements")
            for side, name in enumerate(self.sides):
                if replacements.saved or (spending and side == state.side):
                    told.append((words.REPLACEMENT_POINTS, {"by": name, "value": state.stock[side]}))
        return told

    def strengths(
        self, state: KitState, attackers: Sequence[str], spaces: Sequence[str]
    ) -> tuple[StrengthParts, StrengthParts] | None:  # fmt: skip
        """By attacker and by defender: what each has printed, what it counts for, and by which rules."""
        combat, board = self.assembly.combat, self.board
        if not isinstance(combat, BattleOdds) or not attackers or not spaces:
            return None
        units = mask_of(board.unit_index[name] for name in attackers)
        attacked = mask_of(self.spaces.index(name) for name in spaces)
        both = (combat.accounts(state, units, attacked, attacking=attacking) for attacking in (True, False))
        first, second = ({self.units[unit]: part for unit, part in parts.items()} for parts in both)
        return first, second

    # Figures ------------------------------------------------------------------------------------------------

    def board_facts(self, state: KitState, units: Sequence[str]) -> BoardFacts:
        """Zones of control of each side."""
        zones = ((name, self.zones_of(state, number)) for number, name in enumerate(self.sides))
        return BoardFacts({name: tuple(self.spaces[space] for space in bits(zone)) for name, zone in zones if zone})

    def zones_of(self, state: KitState, side: int) -> int:
        """Spaces in the zones of control of a side."""
        return counted(state.zones[side]) if self.kit.exerts is not None else 0
