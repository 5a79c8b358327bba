"""What the rules of both games have in common: their verbs, sentences, and how positions are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pnp.games.tatchanka import texts
from pnp.games.tatchanka.advice import Strategy
from pnp.games.tatchanka.assembly import TatchankaAssembly
from pnp.games.tatchanka.board import TatchankaBoard
from pnp.games.tatchanka.kit import TatchankaKit
from pnp.games.tatchanka.mobilization import SUBSTITUTIONS
from pnp.games.tatchanka.state import TatchankaState
from pnp.model.position import PositionSource
from pnp.referee.kit.decisions import Verb, with_verbs
from pnp.referee.kit.position import KitPosition, Told
from pnp.referee.kit.rules import DeclaredRules

ACTED = "acted"
"""The flag that names the factions that have had their player-turn in this turn."""

MARCHING = "marching"
"""The flag that tells of a unit that forces the march, and its pace."""

FORMING = "forming"
"""The flag that tells of a stockpile that is being broken up."""

FASTEST = 99
"""No march is longer."""

STATUS = ("doubled", "tripled", "limited")
"""Fields of the state that tell of supply."""


class TatchankaPosition(KitPosition):
    """Reads a position. Where it tells nothing of supply, all units are judged, as when the game begins.

    Rule: 1.2
    """

    NUMBERS = {"broken": "broken"}  # noqa: RUF012
    TOLD = (
        Told("doubled", ("doubled",)), Told("tripled", ("tripled",)), Told("limited", ("limited",)),
        Told("formed", ("formed",)), Told("resting", ("resting",)),
        Told("moved", ("moved",), "movement"), Told("anchored", ("anchored",), "movement"),
        Told("attacked", ("fought",), "combat"),
    )  # fmt: skip
    state: TatchankaState
    kit: TatchankaKit
    assembly: TatchankaAssembly

    def tracks(self) -> None:
        """Who leads whom, before anybody stands on the map."""
        self.state.leaders = list(self.kit.first_leaders)
        self.state.quotas = [0] * (3 * len(self.state.leaders))
        self.state.arming = []
        self.kit.muster(self.state)
        self._counts = {}
        given = self.source.tracks if self.source.tracks is not None else self.start.tracks
        for name, value in (given or {}).items():
            if name != "turn" and not self.track(name, int(value)):
                self.problems.known("track", name, ("turn", *self.quota_tracks()))

    def quota_tracks(self) -> list[str]:
        """Names of the tracks that tell of substitutions used, in the order of `quotas`."""
        return [f"{kind}-{faction}" for faction in self.kit.board.sides for kind in SUBSTITUTIONS]

    def track(self, name: str, value: int) -> bool:
        """Read a track; whether there is such a one."""
        names = self.quota_tracks()
        if name in names:
            self.state.quotas[names.index(name)] = value
        return name in names

    def flags(self, flags: Mapping[str, object]) -> None:
        """Read the flags; supply is judged where none tells of it."""
        sides = self.kit.board.sides
        for name in str(flags.get(ACTED, "")).split():
            if self.problems.known("side", name, sides):
                self.state.acted |= 1 << sides.index(name)
        if FORMING in flags:
            self._arming(str(flags[FORMING]).split())
        if MARCHING in flags:
            self._marching(str(flags[MARCHING]).split())
        super().flags({name: value for name, value in flags.items() if name not in (ACTED, FORMING, MARCHING)})
        if not any(name.startswith(STATUS) for name in flags):
            self.assembly.lines.judge_units(self.state, self.kit.board.all_units)


    def _marching(self, told: list[str]) -> None:
        """Read which unit forces the march, and its pace."""
        if len(told) != 2 or told[0] not in self.rules.units or not told[1].isdecimal() or int(told[1]) > FASTEST:
            self.problems.add(f"the flag {MARCHING!r} gives a unit and its pace, got {' '.join(told)!r}")
            return
        self.registers |= {"unit": self.rules.units.index(told[0]), "pace": int(told[1])}

    def _arming(self, told: list[str]) -> None:
        """Read of which stockpile the units come: hex, faction, how many still do, free tatchankas."""
        spaces, sides = self.rules.spaces, self.kit.board.sides
        if len(told) != 4 or told[0] not in spaces or told[1] not in sides or not all(map(str.isdecimal, told[2:])):
            self.problems.add(f"the flag {FORMING!r} gives a hex, a faction and two numbers, got {' '.join(told)!r}")
            return
        self.state.arming = [spaces.index(told[0]), sides.index(told[1]), int(told[2]), int(told[3])]


class TatchankaRules(DeclaredRules):
    """The rules of a game of this series."""

    VERBS = with_verbs(Verb("break-up", "unit"), Verb("form", "unit"), Verb("force-march", ""))
    STATE = TatchankaState
    ASSEMBLY = TatchankaAssembly
    READER = TatchankaPosition
    REASONS: ClassVar[Mapping[str, str]] = {**DeclaredRules.REASONS, **texts.REASONS}
    EVENT_TEXTS: ClassVar[Mapping[str, str | tuple[str, ...]]] = {**DeclaredRules.EVENT_TEXTS, **texts.EVENT_TEXTS}
    VERB_TEXTS: ClassVar[Mapping[str, str]] = {**DeclaredRules.VERB_TEXTS, **texts.VERB_TEXTS}
    TERMS = (Strategy,)
    board: TatchankaBoard
    kit: TatchankaKit
    assembly: TatchankaAssembly

    def position(self, state: Any) -> PositionSource:
        """Where everything stands, with the side whose phase it is, quotas used and factions that have acted."""
        position, sides = super().position(state), self.kit.board.sides
        names = [f"{kind}-{faction}" for faction in sides for kind in SUBSTITUTIONS]
        tracks = {name: used for name, used in zip(names, state.quotas, strict=True) if used}
        flags: dict[str, bool | int | str] = {}
        if state.arming:
            here, faction, *rest = state.arming
            flags[FORMING] = " ".join([self.kit.board.spaces[here], sides[faction], *map(str, rest)])
        frame = state.frames[0] if state.frames else {}
        if "pace" in frame:
            flags[MARCHING] = f"{self.kit.board.units[frame['unit']]} {frame['pace']}"
        acted = " ".join(name for index, name in enumerate(sides) if state.acted >> index & 1)
        return position.replaced(
            side=self.phasing_side(state) or position.side,
            tracks={"turn": state.turn, **tracks},
            flags={**(position.flags or {}), **({ACTED: acted} if acted else {}), **flags},
        )  # fmt: skip
