"""Markers: put down anew by their owner, from a box or from where they stand, each once in a phase."""

from __future__ import annotations

from pnp.model.info import Phase
from pnp.model.procedures import MarkersSource
from pnp.referee.dice import bits
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.kit.filters import always
from pnp.referee.kit.kit import Kit, cite
from pnp.referee.kit.state import KitState
from pnp.referee.masks import mask_of
from pnp.referee.records import event


class Markers:
    """The markers of a game. The frame holds those `placed` in the phase, and the `unit` that is about to be placed.

    markers  all of them; box: the place where those wait that are not on the map
    """

    def __init__(self, kit: Kit, source: MarkersSource) -> None:
        self.kit, self.source, self.rule = kit, source, source.rule
        board, sides = kit.board, len(kit.board.sides)
        markers = kit.filters.units(source.units).fixed
        if markers is None:
            hint = "give groups or ids"
            kit.mistakes.add("what is a marker can't depend on the position", source.where("units"), hint)
        self.markers = markers or 0
        owners = {board.side_of[unit] for unit in bits(self.markers)}
        self._of = [mask_of(u for u in bits(self.markers) if board.side_of[u] == side) for side in range(sides)]
        known = kit.mistakes.known("box", source.box, board.boxes, source, "box")
        self.box = board.boxes[source.box] if known else board.nowhere
        self._at = [kit.filters.places(source.at, side).of for side in range(sides)]
        self._shut = [kit.filters.places(source.not_at, side) if source.not_at else always(0) for side in range(sides)]
        kit.misplaced.append(self._misplaced)
        self._plane = sides + kit.kinds.index(self.markers) if self.markers in kit.kinds else -1
        self._case = cite(source, "deploy")
        self.unit = kit.decision(Decision(
            "marker-unit", "choose-unit", self.rule, self.able, self._choose,
            (
                Reason(self.rule, "not-a-marker", lambda state: self._of[state.side]),
                Reason(self.rule, "marker-not-there", self.at_hand),
                Reason(self.rule, "marker-placed", lambda state: ~state.frames[-1]["placed"]),
                Reason(self.rule, "no-room", self.able),
            ),
            may_end=lambda state: True, sides=tuple(sorted(owners)), within=("markers",),
        ), source)  # fmt: skip
        self.space = kit.decision(Decision(
            "marker-space", "place-at", self.rule, self.free, self._place,
            (
                Reason(self.rule, "not-a-site", self._sites),
                Reason(self.rule, "closed-to-markers", lambda state: ~self.closed(state)),
                Reason(self.rule, "enemy-there", lambda state: ~kit.enemies_at(state, state.side)),
                Reason(self.rule, "marker-there", lambda state: ~self._taken(state)),
            ),
            sides=tuple(sorted(owners)), within=("markers",),
        ), source)  # fmt: skip

    def begin(self, state: KitState, phase: Phase) -> bool:
        """Open the phase; a side without markers has nothing to do in it."""
        if not self._of[state.side]:
            return False
        state.frames[-1]["placed"] = 0
        return self.kit.ask(state, self.unit, state.side)

    def at_hand(self, state: KitState) -> int:
        """Markers of the side in their box or on the map."""
        return (state.present | state.units_in[self.box]) & self._of[state.side]

    def able(self, state: KitState) -> int:
        """Markers that can still be put down in this phase."""
        return self.at_hand(state) & ~state.frames[-1]["placed"] if self.free(state) else 0

    def free(self, state: KitState) -> int:
        """Spaces in which a marker can be put: none stands there yet, nor do enemies."""
        taken = self.closed(state) | self.kit.enemies_at(state, state.side) | self._taken(state)
        return self._sites(state) & ~taken

    def closed(self, state: KitState) -> int:
        """Spaces in which no marker may be put."""
        return self._shut[state.side].of(state)

    def _misplaced(self, state: KitState) -> list[str]:
        """Markers together in a space, and those in a space that is closed to them all the time."""
        faults, board = list[str](), self.kit.board
        for marker, place in self.kit.places_of(state, state.present & self.markers):
            if (state.units_in[place] & self.markers).bit_length() - 1 != marker:
                faults.append(f"two markers of a kind are in {board.places[place]}")
            elif (self._shut[board.side_of[marker]].fixed or 0) >> place & 1:
                faults.append(f"{board.units[marker]} can't be in {board.places[place]}")
        return faults

    def put(self, state: KitState, marker: int, space: int, rule: str) -> None:
        """Put a marker down."""
        event(state, "deploy", rule, 1 << marker, space, (("from", self.kit.board.places[state.at[marker]]),))
        self.kit.put(state, 1 << marker, space)

    def _sites(self, state: KitState) -> int:
        board = self.kit.board
        return self._at[state.side](state) & board.land & ~board.closed(board.season(state.turn))

    def _taken(self, state: KitState) -> int:
        """Spaces with a marker."""
        if self._plane >= 0:
            return state.occupied[self._plane]
        return mask_of(place for _, place in self.kit.places_of(state, state.present & self.markers))

    def _choose(self, state: KitState, marker: int) -> None:
        state.frames[-1]["unit"] = marker
        self.kit.ask(state, self.space, state.side)

    def _place(self, state: KitState, space: int) -> None:
        frame = state.frames[-1]
        marker = frame.pop("unit")
        self.put(state, marker, space, self._case)
        frame["placed"] |= 1 << marker
        self.kit.ask(state, self.unit, state.side)
