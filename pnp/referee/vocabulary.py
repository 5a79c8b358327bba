"""What a game calls its things: units, spaces, sides, phases, verbs and steps; actions as text and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from pnp.errors import Problem, SourceError, did_you_mean
from pnp.model.game import Game
from pnp.model.scenario import Scenario
from pnp.model.tables import ListTable
from pnp.referee.masks import Action
from pnp.referee.setting import options_of, scenario_of
from pnp.referee.wording import Speech, speech_of


@dataclass(frozen=True, slots=True)
class Verb:
    """What a player can do.

    takes  what its id is: "unit", "space", another of the game's `domains`, or "" for none
    """

    id: str
    takes: str


@dataclass(frozen=True, slots=True)
class Step:
    """A kind of decision.

    phase  id of the phase it belongs to
    rule   address of the rule that asks for it
    verbs  indices of the verbs that it knows
    other  whether the side decides whose phase it is not, as an owner whose units must retreat
    by     the side that decides in a phase that is nobody's
    """

    id: str
    phase: str
    rule: str
    verbs: tuple[int, ...]
    other: bool = False
    by: str | None = None


class Vocabulary:
    """The names under which one scenario of a game, with a set of options, is played.

    units, spaces, sides, phases   ids; an action holds their indices
    places                         spaces, then boxes: everywhere a unit can be
    cards                          every copy of every card; none in a game without
    deciding                       sides that a player commands with these options, not the system
    verbs                          verb -> what its ids are
    """

    VERBS: ClassVar[tuple[Verb, ...]]
    STEPS: ClassVar[tuple[Step, ...]]

    game: Game
    scenario: Scenario
    options: dict[str, bool | int | str]
    units: tuple[str, ...]
    spaces: tuple[str, ...]
    sides: tuple[str, ...]
    phases: tuple[str, ...]
    places: tuple[str, ...]
    cards: tuple[str, ...]
    deciding: tuple[str, ...]
    verbs: dict[str, str]

    def __init__(self, game: Game, scenario: str = "standard", options: Mapping[str, Any] | None = None) -> None:
        self.game = game
        self.scenario = scenario_of(game, scenario)
        self.options = options_of(game, options or {})
        self.sides = tuple(side.id for side in game.info.sides)
        self.deciding = tuple(
            side.id for side in game.info.sides
            if side.played_by == "player" or self.options.get(side.played_with or "")
        )  # fmt: skip
        self.cards = game.cards.ids if game.cards is not None else ()
        self.phases = tuple(phase.id for phase in game.info.all_phases)
        self.verbs = {verb.id: verb.takes for verb in self.VERBS}
        self._speeches: dict[str, Speech] = {}

    def prepare(self) -> None:
        """Look up once the phases that the steps name and the sides that decide in them."""
        self.phase_of_step = [self.phases.index(step.phase) for step in self.STEPS]
        self._phase_sides = {phase.id: phase.side for phase in self.game.info.all_phases}
        self._side_of = [self._decider(step, self._phase_sides[step.phase]) for step in self.STEPS]

    def _decider(self, step: Step, side: str | None) -> str | None:
        """Who decides in `step`, in a phase of `side`."""
        if step.by is not None:
            return step.by
        return next((other for other in self.sides if other != side), None) if step.other else side

    @property
    def playing(self) -> tuple[str, ...]:
        """The sides that a position can name as on turn; a player may also decide for another one."""
        return self.deciding

    @property
    def sides_of_steps(self) -> Sequence[str | None]:
        """The side that decides in each step."""
        return self._side_of

    def side_of_step(self, step: int) -> str | None:
        """The side that decides in the step with index `step`."""
        return self._side_of[step]

    def side_of_phase(self, phase: str) -> str | None:
        """The side that decides in `phase`."""
        return self._phase_sides[phase]

    def domain(self, verb: str) -> tuple[str, ...]:
        """The ids that `verb` can be followed by."""
        return self.domains[self.verbs[verb]]

    @cached_property
    def domains(self) -> dict[str, tuple[str, ...]]:
        """Kinds of things that verbs take, by name: the units, the spaces, the spaces of tracks, the rows of lists."""
        tables = (table for table in self.game.charts.tables if isinstance(table, ListTable))
        return {
            "unit": self.units,
            "space": self.spaces,
            "track-space": tuple(space.id for track in self.game.tracks for space in track.spaces),
            "row": tuple(row.id for table in tables for row in table.rows),
            "card": self.cards,
            "": (),
        }

    @cached_property
    def lots(self) -> tuple[str, ...]:
        """What can be drawn by lot: units, then spaces, then cards; scripted lots hold their indices here."""
        return (*self.units, *self.spaces, *self.cards)

    @cached_property
    def drawn_from(self) -> dict[str, tuple[str, ...]]:
        """By what a draw is said to be of: the ids among which it falls."""
        return {"unit": self.units, "space": self.spaces, "card": self.cards}

    def to_json(self, action: Action) -> list[str]:
        """`action` as a verb and ids, e.g. ["move-to", "kyyivska"]."""
        verb = self.VERBS[action[0]]
        return [verb.id, *(self.domain(verb.id)[item] for item in action[1:])]

    def from_json(self, words: Sequence[object]) -> Action:
        """The action that `to_json` wrote. Raises SourceError for an unknown verb or id."""
        if not isinstance(words, (list, tuple)) or not words or not all(isinstance(w, str) for w in words):
            raise SourceError(Problem("bad-action", f"expected a verb and ids, got {str(words)[:80]!r}"))
        verb, *ids = (str(word) for word in words)
        if verb not in self.verbs:
            hint = did_you_mean(verb[:80], self.verbs)
            raise SourceError(Problem("unknown-name", f"unknown verb {verb[:80]!r}", hint=hint))
        id_count = 1 if self.verbs[verb] else 0
        if len(ids) != id_count:
            raise SourceError(Problem("bad-action", f"{verb!r} takes {id_count} ids, got {len(ids)}"))
        numbers = self._ids[self.verbs[verb]]
        for name in ids:
            if name not in numbers:
                hint = did_you_mean(name[:80], numbers)
                raise SourceError(Problem("unknown-name", f"unknown {self.verbs[verb]} {name[:80]!r}", hint=hint))
        return (list(self.verbs).index(verb), *(numbers[name] for name in ids))

    @cached_property
    def _ids(self) -> dict[str, dict[str, int]]:
        """Index of each id, by kind."""
        return {kind: {name: index for index, name in enumerate(ids)} for kind, ids in self.domains.items()}

    def speech(self, lang: str = "en") -> Speech:
        """Names and words in `lang`, read once."""
        if lang not in self._speeches:
            self._speeches[lang] = speech_of(self.game, lang)
        return self._speeches[lang]
