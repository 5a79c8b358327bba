"""Fall of the Directory, ready to play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pnp.games.fall_of_the_directory.advice import Talks
from pnp.games.fall_of_the_directory.diplomacy import Diplomacy
from pnp.games.fall_of_the_directory.kit import FallKit
from pnp.games.fall_of_the_directory.state import GONE, LEAVING, FallState
from pnp.games.tatchanka.assembly import TatchankaAssembly
from pnp.games.tatchanka.mobilization import Forming, Muster
from pnp.games.tatchanka.rules import TatchankaPosition, TatchankaRules
from pnp.games.tatchanka.state import TatchankaState
from pnp.model.info import Phase
from pnp.model.position import PositionSource
from pnp.referee.kit.decisions import Verb, with_verbs
from pnp.referee.kit.position import Told
from pnp.referee.kit.turn import PhaseProcedure
from pnp.referee.violation import _W

ALLEGIANCE = "-allegiance"
"""How the tracks of the factions end; their spaces are named `FACTION-with-LEADER`."""


ACTIONS = "actions-"
"""How the tracks of diplomatic actions that have been taken begin."""


class FallForming(Forming):
    """New units; some stockpiles are locked until war, and Russian troops don't come back.

    Rule: 3.3.2, 4.3.2, 8.5
    """

    locked_rule = "8.5"

    def __init__(self, kit: FallKit) -> None:
        self._locked = kit.board.traits["locked"]
        super().__init__(kit)
        self.eligible &= ~kit.board.traits["intervention"]

    def locked(self, state: TatchankaState) -> int:
        """Stockpiles that may not be broken up yet."""
        assert isinstance(state, FallState)
        return 0 if state.war else self._locked


class FallMuster(Muster):
    """The Entente, once persuaded, leaves in the next player-turn of the Volunteers.

    Rule: 3.3.4
    """

    def begin(self, state: Any, phase: Phase) -> None:
        """Take away what withdraws."""
        super().begin(state, phase)
        if state.foreigners == LEAVING and self.kit.board.sides[state.side] == "volunteer":
            state.foreigners = GONE


class FallAssembly(TatchankaAssembly):
    """The procedures of the series, and diplomacy.

    Rule: 8.1, 8.2.1, 8.4, 8.6
    """

    KIT = FallKit
    FORMING = FallForming
    WITHDRAWALS = FallMuster
    kit: FallKit

    def own_procedures(self) -> Mapping[str, PhaseProcedure]:
        """Those of the series, and diplomacy."""
        procedures = super().own_procedures()
        self.diplomacy = Diplomacy(self.kit, self.lines)
        return {**procedures, "diplomacy": self.diplomacy}


class FallPosition(TatchankaPosition):
    """Reads a position: tracks of allegiance, war and the Entente; actions taken are flags."""

    TOLD = (
        *TatchankaPosition.TOLD,
        Told("garrisoned", ("garrisoned",), spaces=True), Told("captured", ("captured",), spaces=True),
    )  # fmt: skip
    state: FallState

    def tracks(self) -> None:
        """Allegiance, war and the departure of foreign troops stand on tracks of their own."""
        self.state.actions = [0] * len(self.kit.board.sides)
        super().tracks()
        if self.source.tracks is not None:
            for name, value in (self.start.tracks or {}).items():
                if name not in self.source.tracks:
                    self.track(name, int(value))
        self.kit.muster(self.state)

    def track(self, name: str, value: int) -> bool:
        """Read a track; whether there is such a one."""
        state, sides = self.state, self.rules.sides
        if name == "war":
            state.war = value
        elif name == self.rules.kit.foreigners:
            state.foreigners = value
        elif name.endswith(ALLEGIANCE):
            self._lead(name, value)
        elif name.removeprefix(ACTIONS) in sides and name.startswith(ACTIONS):
            state.actions[sides.index(name.removeprefix(ACTIONS))] = value
        else:
            return super().track(name, value)
        return True

    def _lead(self, name: str, value: int) -> None:
        """Read who leads a faction from its track."""
        sides, faction = self.kit.board.sides, name.removesuffix(ALLEGIANCE)
        for track in self.kit.game.tracks:
            for space in track.spaces if track.id == name else ():
                if space.value == value:
                    leader = space.id.removeprefix(f"{faction}-with-")
                    self.state.leaders[sides.index(faction)] = sides.index(leader)
                    return
        self.problems.add(f"the track {name!r} has no space {value}")


class FallOfTheDirectory(TatchankaRules):
    """The rules of Fall of the Directory."""

    VERBS = with_verbs(
        Verb("break-up", "unit"), Verb("form", "unit"), Verb("persuade", "row"), Verb("declare-war", ""),
        Verb("force-march", ""),
    )  # fmt: skip
    STATE = FallState
    ASSEMBLY = FallAssembly
    READER = FallPosition
    REASONS: ClassVar[Mapping[str, str]] = {
        **TatchankaRules.REASONS,
        "no-coastal-port": _W("{place} is no coastal port in which they could begin."),
        "persuaded-already": _W("They are on this side already, or can’t be persuaded."),
        "war-already": _W("War has been declared already."),
    }
    EVENT_TEXTS: ClassVar[Mapping[str, str | tuple[str, ...]]] = {
        **TatchankaRules.EVENT_TEXTS,
        "join": _W("{code} join {by}."),
        "leaving": _W("{code}: they leave in the next player-turn of the Volunteers."),
        "prize": _W("{at} is captured: more diplomatic actions for {by}."),
        "unmoved": _W("{code}: nothing changes."),
        "war": _W("{by}: war is declared; areas and stockpiles are released."),
    }
    VERB_TEXTS: ClassVar[Mapping[str, str]] = {
        **TatchankaRules.VERB_TEXTS,
        "declare-war": _W("Declare war and mobilization"), "persuade": _W("Persuade {thing}"),
    }  # fmt: skip
    TERMS = (*TatchankaRules.TERMS, Talks)
    kit: FallKit
    assembly: FallAssembly

    def prepare(self) -> None:
        """Look up the verbs that advice names."""
        super().prepare()
        self.assembly.diplomacy.war_verb = self._verb_index["declare-war"]

    def position(self, state: Any) -> PositionSource:
        """Where everything stands, with the tracks of diplomacy."""
        position, board = super().position(state), self.kit.board
        tracks = {**(position.tracks or {}), "war": state.war, self.kit.foreigners: state.foreigners}
        for track in self.game.tracks:
            if track.id.endswith(ALLEGIANCE):
                faction = track.id.removesuffix(ALLEGIANCE)
                leader = board.sides[state.leaders[board.sides.index(faction)]]
                tracks[track.id] = next(
                    int(space.value or 0) for space in track.spaces if space.id == f"{faction}-with-{leader}"
                )
        tracks |= {f"{ACTIONS}{board.sides[side]}": taken for side, taken in enumerate(state.actions) if taken}
        return position.replaced(tracks=tracks)
