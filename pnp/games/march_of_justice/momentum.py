"""The Maneuver/Combat Track, what momentum buys for either side, and how the marker moves at the end of a turn."""

from __future__ import annotations

from bisect import bisect_right

from pnp.games.march_of_justice.board import RUSSIA, WAGNER, Buy, MarchBoard
from pnp.games.march_of_justice.kit import MarchKit
from pnp.games.march_of_justice.state import ELIMINATED, REDUCED, REPULSED, MarchState, army, rate
from pnp.model.info import Phase
from pnp.referee.dice import bits, drawn
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.masks import mask_of
from pnp.referee.records import event

HAPPENINGS = {"reduced": REDUCED, "eliminated": ELIMINATED, "repulsed": REPULSED}
"""Events that a momentum question can ask for, besides `occupies`."""


def set_momentum(board: MarchBoard, state: MarchState, value: int) -> None:
    """Move the momentum marker; past either end of the track it stays on the last space.

    Rule: 3.6
    """
    state.points[WAGNER] = board.levels[max(bisect_right(board.levels, value) - 1, 0)]


def spend(board: MarchBoard, state: MarchState, side: int, buy: Buy, rule: str) -> None:
    """Pay for `buy`: the marker moves toward 0.

    Rule: 5.2, 7.2
    """
    set_momentum(board, state, state.momentum + (-buy.cost if side == WAGNER else buy.cost))
    event(state, "spend", rule, 0, -1, (("by", board.sides[side]), ("code", buy.id), ("value", state.momentum)))


def shift_range(board: MarchBoard, state: MarchState) -> int:
    """How many spaces a marker can move now: farther where there is momentum enough for the boon.

    Rule: 5.1, 5.2
    """
    dear, free = board.longer_shift, board.marker_shift
    return max(free, dear.shift) if dear and dear.cost <= state.points[WAGNER] else free


class Adjustment:
    """Each marker on the Maneuver/Combat Track may move. The frame holds the `unit` whose marker does.

    Rule: 3.5, 5.1
    """

    def __init__(self, kit: MarchKit) -> None:
        self.kit, self.board = kit, kit.board
        board = self.board
        self.marks = {mark.item: index for index, mark in enumerate(board.track)}
        ranges = {0, board.marker_shift, board.longer_shift.shift if board.longer_shift else 0}
        self._within = {
            far: [mask_of(mark.item for mark in board.track[max(0, here - far) : here + far + 1])
                  for here in range(len(board.track))] for far in ranges
        }  # fmt: skip
        self._free = board.marker_shift > 0
        self.unit = kit.own_decision(Decision("adjust", "choose-unit", "5.1", self.adjustable, self._choose, (
            Reason("3.5", "no-marker", lambda state: board.core),
            Reason("5.1", "marker-moved", self.adjustable),
        ), may_end=lambda state: True, sides=(WAGNER,)))  # fmt: skip
        self.space = kit.own_decision(Decision("shift", "shift-to", "5.1", self._spaces, self._shift, (
            Reason("3.5", "other-track", lambda state: mask_of(self.marks)),
            Reason("5.1", "marker-stays", lambda state: ~self._within[0][self._mark(state)], lambda state, item: {
                "unit": board.units[state.frames[-1]["unit"]], "space": board.track[self.marks[item]].id}),
            Reason("5.2", "too-dear", self._affordable, self._dear),
            Reason("5.1", "marker-too-far", self._spaces, lambda state, item: {
                "unit": board.units[state.frames[-1]["unit"]], "range": shift_range(board, state)}),
        ), sides=(WAGNER,)))  # fmt: skip

    def begin(self, state: MarchState, phase: Phase) -> bool:
        """Ask for the first marker."""
        return self.kit.ask(state, self.unit, state.side)

    def adjustable(self, state: MarchState) -> int:
        """Columns whose marker can still be moved in this phase."""
        return self.board.core & ~state.shifted if self._free or shift_range(self.board, state) > 0 else 0

    def _mark(self, state: MarchState) -> int:
        """Where the marker stands."""
        return state.marks[self.board.marker_of[state.frames[-1]["unit"]]]

    def _spaces(self, state: MarchState) -> int:
        """Spaces to which the marker can move."""
        here = self._mark(state)
        return self._within[shift_range(self.board, state)][here] & ~self._within[0][here]

    def _affordable(self, state: MarchState) -> int:
        """All spaces but those that momentum would be needed for."""
        dear = self.board.longer_shift
        return self._spaces(state) | ~(self._within[dear.shift][self._mark(state)] if dear else 0)

    def _dear(self, state: MarchState, item: int) -> dict[str, object]:
        dear = self.board.longer_shift
        return {"cost": dear.cost if dear else 0, "owned": max(state.momentum, 0)}

    def cost(self, state: MarchState, item: int) -> int:
        """What it costs to move the marker to a space.

        Rule: 5.2
        """
        dear, spaces = self.board.longer_shift, abs(self.marks[item] - self._mark(state))
        return dear.cost if dear and dear.cost <= state.momentum and spaces > self.board.marker_shift else 0

    def _choose(self, state: MarchState, unit: int) -> None:
        state.frames[-1]["unit"] = unit
        self.kit.ask(state, self.space, state.side)

    def _shift(self, state: MarchState, item: int) -> None:
        """The marker goes there; the longer way costs momentum.

        Rule: 5.1, 5.2, 3.5
        """
        board, unit, before, index = self.board, state.frames[-1]["unit"], self._mark(state), self.marks[item]
        if board.longer_shift and abs(index - before) > board.marker_shift:
            spend(board, state, WAGNER, board.longer_shift, "5.2")
        state.marks[board.marker_of[unit]] = index
        state.shifted |= 1 << unit
        rate(board, state, unit)
        extra = (("from", board.track[before].id), ("value", board.track[index].value))
        event(state, "shift", "5.1", 1 << unit, -1, extra)
        self.kit.ask(state, self.unit, state.side)


class Purchases:
    """A side spends momentum on the rows of a list. The frame holds the `row`, and how often it still takes effect.

    buys  the rows; Wagner's longer move of a marker is bought where the marker moves
    Rule: 5.2, 7.2
    """

    def __init__(self, kit: MarchKit, name: str, side: int, rule: str, buys: tuple[Buy, ...]) -> None:
        self.kit, self.board, self.side, self.rule = kit, kit.board, side, rule
        self.buys = {buy.item: buy for buy in buys}
        self._least = min((buy.cost for buy in buys if not buy.shift), default=99)
        board = self.board
        self.row = kit.own_decision(Decision(name, "spend-on", rule, self.possible, self._buy, (
            Reason(rule, "not-for-sale", lambda state: mask_of(self.buys), lambda state, item: {
                "row": board.rows[item], "side": board.sides[side]}),
            Reason(rule, "longer-move", lambda state: mask_of(i for i, buy in self.buys.items() if not buy.shift)),
            Reason(rule, "too-dear", self._affordable, lambda state, item: {
                "cost": self.buys[item].cost, "owned": max(self._owned(state), 0)}),
            Reason(rule, "no-object", self.possible),
        ), may_end=lambda state: True, sides=(side,)))  # fmt: skip
        self.unit = kit.plain(
            f"{name}-unit", "choose-unit", rule, lambda state: self.objects(state, self._bought(state)), self._for,
            "not-an-object", sides=(side,),
        )  # fmt: skip

    def begin(self, state: MarchState, phase: Phase) -> bool:
        """A player chooses; the system has a rule. All markers of the track stay where they are now."""
        state.shifted = 0
        if self._owned(state) < max(self._least, 1):
            return False
        if self.side not in self.kit.policies:
            return self.kit.ask(state, self.row, self.side)
        self._by_system(state)
        return False

    def _owned(self, state: MarchState) -> int:
        return state.momentum if self.side == WAGNER else -state.momentum

    def _bought(self, state: MarchState) -> Buy:
        return self.buys[state.frames[-1]["row"]]

    def _affordable(self, state: MarchState) -> int:
        owned = self._owned(state)
        return mask_of(item for item, buy in self.buys.items() if buy.cost <= owned) if owned >= 1 else 0

    def possible(self, state: MarchState) -> int:
        """Rows that can be bought now, besides the longer move of a marker."""
        return mask_of(
            item for item in bits(self._affordable(state))
            if not self.buys[item].shift and self.objects(state, self.buys[item])
        )  # fmt: skip

    def objects(self, state: MarchState, buy: Buy) -> int:
        """Units for which `buy` can be of use."""
        board, side, kit = self.board, self.side, self.kit
        if buy.disperse:
            return army(board, state, 1 - side) & state.present
        own = army(board, state, side) & (board.core if side == WAGNER else board.own[RUSSIA])
        if buy.restore:
            return own & state.reduced & (state.present | kit.on_track(state))
        if buy.rebuild and not kit.enemies_at(state, side) >> board.base[side] & 1:
            back = board.two_steps | (board.own[side] if buy.full else 0)
            return own & back & state.units_in[board.eliminated]
        return 0

    def _buy(self, state: MarchState, item: int) -> None:
        """Pay, then choose what for."""
        buy = self.buys[item]
        spend(self.board, state, self.side, buy, self.rule)
        state.frames[-1] |= {"row": item, "left": max(buy.restore, buy.rebuild, buy.disperse)}
        self.kit.ask(state, self.unit, self.side)

    def _for(self, state: MarchState, unit: int) -> None:
        self.apply(state, self._bought(state), unit)
        state.frames[-1]["left"] -= 1
        if not (state.frames[-1]["left"] and self.kit.ask(state, self.unit, self.side)):
            self.kit.ask(state, self.row, self.side)

    def apply(self, state: MarchState, buy: Buy, unit: int) -> None:
        """Let `buy` take effect on `unit`."""
        board, bit = self.board, 1 << unit
        if buy.disperse:
            self.kit.disperse(state, unit, self.rule)
            return
        full = buy.restore or buy.full or not board.two_steps & bit
        state.reduced = state.reduced & ~bit if full else state.reduced | bit
        rate(board, state, unit)
        if buy.restore:
            event(state, "restore", self.rule, bit)
        else:
            self.kit.put(state, bit, board.base[self.side])
            event(state, "rebuild", self.rule, bit, board.base[self.side])

    def _by_system(self, state: MarchState) -> None:
        """One option, compulsory; a rebuilt unit before restored ones, the most first.

        Of several that rebuild the dearest (full strength); of several that restore the one that restores most, and of
        those the cheapest. Which units: by lot.
        Rule: 7.2
        """
        possible = [self.buys[item] for item in bits(self.possible(state))]
        if not possible:
            return
        rebuilds = [buy for buy in possible if buy.rebuild]
        if rebuilds:
            buy = max(rebuilds, key=lambda b: b.cost)
        else:
            number = self.objects(state, possible[0]).bit_count()
            buy = min(possible, key=lambda b: (-min(b.restore, number), b.cost))
        spend(self.board, state, RUSSIA, buy, "7.2")
        for _ in range(buy.restore or buy.rebuild):
            able = self.objects(state, buy)
            if not able:
                break
            purpose = "rebuild" if buy.rebuild else "restore"
            self.apply(state, buy, drawn(state, able, purpose, "7.2"))


class Questions:
    """The momentum questions at the end of a turn.

    Rule: 8.0, 8.1
    """

    def __init__(self, kit: MarchKit) -> None:
        self.board = kit.board

    def begin(self, state: MarchState, phase: Phase) -> None:
        """Move the momentum marker once by the sum of all questions that are answered yes."""
        board, before, total = self.board, state.momentum, 0
        state.moved = state.attacked = 0
        for question in board.questions:
            if question.space >= 0:
                yes = state.occupied[question.side] >> question.space & 1
            else:
                yes = state.happened >> (2 * HAPPENINGS[question.event] + question.side) & 1
            if yes:
                total += question.add
                event(state, "question", "8.1", 0, -1, (("code", question.id), ("value", question.add)))
        set_momentum(board, state, before + total)
        event(state, "momentum", "8.1", 0, -1, (("from", str(before)), ("value", state.momentum)))
        extra = (("turn", state.turn), ("by", board.sides[WAGNER]), ("value", state.momentum))
        event(state, "score", "8.1", 0, -1, extra)
        state.happened = 0
