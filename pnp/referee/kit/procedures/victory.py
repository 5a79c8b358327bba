"""Victory: points for places and losses, levels, and outcomes that end the game at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from pnp.model.procedures import VictorySource
from pnp.model.scenario import VictoryPoints
from pnp.referee.dice import bits
from pnp.referee.kit.board import mask_of_sides
from pnp.referee.kit.filters import Reading
from pnp.referee.kit.kit import Kit, cite, cited
from pnp.referee.kit.state import KitState
from pnp.referee.records import event

STEPS_LOST = "steps-lost"


class Victory:
    """Who wins a game.

    lines    (index of the side, points, each, what is counted in a state, all of it, id, rule)
    weights  line -> what a unit counts in a state, where not each counts alike
    COUNTED  lines of the schedule that count what has happened -> the field of the state that counts it
    """

    COUNTED: ClassVar[Mapping[str, str]] = {}

    def __init__(self, kit: Kit, source: VictorySource) -> None:
        self.kit, self.source, self.rule = kit, source, source.rule
        board, sides = kit.board, kit.board.sides
        self.side = 0
        if source.side is not None and kit.mistakes.known("side", source.side, sides, source, "side"):
            self.side = sides.index(source.side)
        self._outcomes = [outcome.id for outcome in kit.game.info.outcomes]
        self._sudden = {moment: self._sudden_ends(moment) for moment in ("at-once", "end-of-phase", "end-of-turn")}
        self._setups = {
            index for index, phase in enumerate(kit.game.info.all_phases) if phase.procedure == "setup"
        }  # fmt: skip
        if self._sudden["at-once"]:
            kit.after_deed.append(lambda state: self._judge_sudden(state, "at-once"))
        self.lines: list[tuple[int, int, bool, Reading, int, str]] = []
        schedule = {line.id for scenario in kit.game.scenarios.values() for line in scenario.victory}
        for name in source.lines:
            kit.mistakes.known_key("line of the schedule", name, schedule, source, "lines", name)
        self.weights: dict[str, Callable[[KitState, int], int]] = {}
        for name in source.weights:
            if kit.mistakes.known_key("line of the schedule", name, schedule, source, "weights", name):
                self._weigh(name)
        for line in kit.scenario.victory:
            if line.side in sides:
                self.lines.append(self._line(line))
        if not kit.scenario.victory:
            self._from_map()
        self.scoring = sorted({line[0] for line in self.lines}) or [self.side]
        kit.filters.score = self.points
        self._wanted = {sides.index(name) for end in source.sudden for name in end.when.points if name in sides}
        self._check_end()
        if self._sudden["end-of-phase"]:
            kit.after_phase = lambda state: self._judge_sudden(state, "end-of-phase")
        kit.operation("victory:turn", self._end_turn)
        if board.sides:
            kit.operation("victory:end", self._judge_end)

    def _line(self, line: VictoryPoints) -> tuple[int, int, bool, Reading, int, str]:
        kit, board = self.kit, self.kit.board
        side = board.sides.index(line.side)
        if line.id in self.COUNTED:
            field = self.COUNTED[line.id]
            return side, line.points, line.each, lambda state: (1 << getattr(state, field)) - 1, 0, line.id
        condition = self.source.lines.get(line.id)
        if condition is not None:
            holds, of = kit.filters.condition(condition, kit.options, side), None
            if condition.units is not None:
                of = kit.filters.units(condition.units, side).of
            elif condition.places is not None:
                of = kit.filters.places(condition.places, side).of
            if of is None:
                return side, line.points, False, lambda state: int(holds(state)), 0, line.id
            return side, line.points, line.each, lambda state: of(state) if holds(state) else 0, 0, line.id
        spaces = board.spaces_of(line.spaces, line.set)
        if not spaces:
            kit.mistakes.add(
                f"the referee can't count the line {line.id!r}: it names no place", line.where("id"),
                f"say under 'victory: lines: {line.id}:' in procedures.yaml which units or places it counts",
            )  # fmt: skip
        return side, line.points, line.each, self._holding(side, spaces, lost=line.points < 0), spaces, line.id

    def _weigh(self, name: str) -> None:
        """Take note of what each unit counts in a line."""
        kit, source, weight = self.kit, self.source, self.source.weights[name]
        condition = source.lines.get(name)
        lines = (line for scenario in kit.game.scenarios.values() for line in scenario.victory if line.id == name)
        if condition is None or condition.units is None or not all(line.each for line in lines):
            hint = f"add '{name}: {{units: …}}' to 'lines:', and 'each: true' to the line"
            message = f"the line {name!r} doesn't count units, each of them"
            kit.mistakes.add(message, source.where_key("weights", name), hint)
        elif weight == STEPS_LOST:
            self.weights[name] = self._steps_lost
        else:
            faces = kit.board.factors(weight, source, "weights", name), kit.board.reduced_factors(weight)
            self.weights[name] = lambda state, unit: faces[state.reduced >> unit & 1][unit]

    def _steps_lost(self, state: KitState, unit: int) -> int:
        """How many steps a unit has lost: all when it has left the game."""
        if state.gone >> unit & 1:
            return 1 + (self.kit.board.two_steps >> unit & 1)
        return state.reduced >> unit & 1

    def _holding(self, side: int, spaces: int, *, lost: bool) -> Reading:
        """Those of `spaces` that a side holds; with `lost`, those that an enemy holds."""
        if lost:
            others = [other for other in range(len(self.kit.board.sides)) if other != side]
            return lambda state: spaces & mask_of_sides(state.held, others)
        return lambda state: spaces & state.held[side]

    def _from_map(self) -> None:
        """Without a schedule, places are worth their printed points to whoever holds them."""
        kit, board, counted = self.kit, self.kit.board, self.source.counted
        for name in counted:
            kit.mistakes.known_key("side", name, board.sides, self.source, "counted", name)
        for side, name in enumerate(board.sides):
            places = kit.filters.places(counted[name], side).of if name in counted else None
            for space in kit.game.map.spaces if places or not counted else ():
                if space.victory_points:
                    spaces = 1 << board.space_index[space.id]
                    held = self._holding(side, spaces, lost=False)
                    reading = _among(held, places) if places else held
                    self.lines.append((side, space.victory_points, False, reading, spaces, space.id))

    def _check_end(self) -> None:
        """A game must end with an outcome."""
        kit, source, scenario = self.kit, self.source, self.kit.scenario
        if source.last_turn is not None:
            kit.mistakes.known("outcome", source.last_turn, self._outcomes, source, "last_turn")
        elif not scenario.levels:
            kit.mistakes.add(
                "no outcome follows the last turn", kit.source.where_key("victory"),
                "give the scenario 'levels', or 'last_turn: <outcome>' here",
            )  # fmt: skip
        for index, level in enumerate(scenario.levels):
            kit.mistakes.known("outcome", level.outcome, self._outcomes, scenario, "levels", index, "outcome")

    # Points -------------------------------------------------------------------------------------------------

    def schedule(self, state: KitState, side: int) -> list[tuple[str, int]]:
        """The lines of the schedule that give a side something now, and what: by id, in its order."""
        worth = []
        for owner, points, each, counted, whole, name in self.lines:
            if owner == side and (number := counted(state)):
                if name in self.weights:
                    worth.append((name, points * sum(self.weights[name](state, unit) for unit in bits(number))))
                elif each:
                    worth.append((name, points * number.bit_count()))
                elif number == whole or not whole or points <= 0:
                    worth.append((name, points))
        return worth

    def counted_now(self, state: KitState, side: int) -> int:
        """What the schedule gives a side for what it holds now."""
        return sum(points for _, points in self.schedule(state, side))

    def points(self, state: KitState, side: int) -> int:
        """The score of a side: what it holds now, or has collected where points are counted each turn."""
        now = 0 if self.source.judged == "each-turn" else self.counted_now(state, side)
        return state.points[side] + now

    def score(self, state: KitState) -> dict[str, int]:
        """Points of each side that scores."""
        return {self.kit.board.sides[side]: self.points(state, side) for side in self.scoring}

    # Ends ---------------------------------------------------------------------------------------------------

    def finish(self, state: KitState, outcome: int, rule: str) -> None:
        """End the game."""
        winner = self.kit.game.info.outcomes[outcome].winner
        extra = (("by", winner),) if winner else ()
        name = "victory" if winner else "no-victory"
        event(state, name, rule, 0, -1, (*extra, ("value", self.points(state, self.side))))
        state.ended = 1 + outcome
        state.stack.clear()
        state.agenda.clear()

    def end_with(self, state: KitState, outcome: str, rule: str) -> None:
        """End the game with an outcome of game.yaml."""
        self.finish(state, self._outcomes.index(outcome), rule)

    def _sudden_ends(self, moment: str) -> list[tuple[int, Callable[[KitState], bool], str]]:
        """Outcome, condition and rule of each sudden end that is judged at this moment."""
        kit, source = self.kit, self.source
        return [
            (self._outcomes.index(end.outcome), kit.filters.condition(end.when, kit.options), cited(end.rule, source))
            for end in source.sudden
            if end.judged == moment and kit.mistakes.known("outcome", end.outcome, self._outcomes, end, "outcome")
        ]  # fmt: skip

    def _judge_sudden(self, state: KitState, moment: str) -> None:
        """End the game where a sudden end has come about."""
        if not self._sudden[moment] or state.phase in self._setups:
            return
        for outcome, holds, rule in self._sudden[moment]:
            if holds(state):
                self.finish(state, outcome, rule)
                return

    def _end_turn(self, state: KitState) -> None:
        """Count the points of the turn; then a sudden end may come, for which points may be wanted."""
        self._count_turn(state)
        if self.source.judged != "each-turn":
            for side in sorted(self._wanted):
                self._tell(state, side, self.points(state, side))
        self._judge_sudden(state, "end-of-turn")

    def _count_turn(self, state: KitState) -> None:
        """Count the points of a turn, where they are counted each turn."""
        if self.source.judged != "each-turn":
            return
        for side in self.scoring:
            state.points[side] += self.counted_now(state, side)
            self._tell(state, side, state.points[side])

    def _tell(self, state: KitState, side: int, points: int) -> None:
        """Record the points of a side."""
        extra = (("turn", state.turn), ("by", self.kit.board.sides[side]), ("value", points))
        event(state, "score", cite(self.source, "score"), 0, -1, extra)

    def _judge_end(self, state: KitState) -> None:
        """The outcome after the last turn: by level, or the one that is declared."""
        if self.source.itemized:
            self._itemize(state)
        if self.kit.scenario.levels:
            outcome = self.level_of(self.points(state, self.side))
        else:
            outcome = self._outcomes.index(str(self.source.last_turn))
        self.finish(state, outcome, self.rule)

    def _itemize(self, state: KitState) -> None:
        """Tell what each line of the schedule gives, and what they come to."""
        for side in self.scoring:
            by, rule = ("by", self.kit.board.sides[side]), cite(self.source, "points")
            for name, value in self.schedule(state, side):
                event(state, "counted", rule, 0, -1, (by, ("value", value), ("code", name)))
            self._tell(state, side, self.points(state, side))

    def level_of(self, points: int) -> int:
        """Index of the outcome that so many points come to by the levels."""
        reached = [level for level in self.kit.scenario.levels if level.at_least is None or points >= level.at_least]
        best = max(reached, key=lambda level: float("-inf") if level.at_least is None else level.at_least)
        return self._outcomes.index(best.outcome)


def _among(held: Reading, places: Reading) -> Reading:
    """What a side holds of some places; these are looked at where it holds anything."""
    return lambda state: held(state) and held(state) & places(state)
