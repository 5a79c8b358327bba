"""What every game offers to players, programs and replays: the contract of DESIGN §10, `rules_of(…) -> Rules`.

A game subclasses `Rules`, lists its `VERBS` and `STEPS`, and writes one `offer` per step and one `test` and one
`carry out` per verb. The base validates every action before it changes anything.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from pnp.errors import IllegalActionError, Problem, SourceError
from pnp.model.figure import BoardFacts
from pnp.model.game import Game
from pnp.model.log import Log, LogHead, LogLine, compact
from pnp.model.position import PositionSource
from pnp.referee.advice import Adviser
from pnp.referee.dice import stream_seed
from pnp.referee.facts import facts_hash
from pnp.referee.masks import Action, MaskActions
from pnp.referee.records import RecordTexts, lines_of
from pnp.referee.state import DO, State
from pnp.referee.violation import REASONS, Violation
from pnp.referee.vocabulary import Step, Verb, Vocabulary

Offer = Callable[[Any], Sequence[Action]]
Test = Callable[[Any, int], Violation | None]
Deed = Callable[[Any, int], None]

StrengthParts = Mapping[str, tuple[int | Fraction, int | Fraction, tuple[str, ...]]]
"""By unit: printed strength, what it counts for, and the addresses of the rules that change it."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended.

    end     id of the outcome
    winner  side, None when there is none
    level   of the victory, None where a game has no levels
    score   side -> points
    """

    end: str
    winner: str | None
    level: str | None = None
    score: Mapping[str, int] = field(default_factory=dict)

    def as_json(self) -> dict[str, object]:
        """The result as plain data."""
        return {"end": self.end, "winner": self.winner, "level": self.level, "score": dict(self.score)}


class Rules(Vocabulary, ABC):
    """The rules of one game, ready to play one scenario with a set of options.

    STATE   class of its states
    notes   what players compute once and keep between games, by name
    offers  by step: what lists its choices
    """

    STATE: ClassVar[type[State]]
    REASONS: ClassVar[Mapping[str, str]] = {}
    SILENT: ClassVar[Mapping[str, str]] = {}
    """Rules that the engine enforces without a line in the log, and why; a report doesn't list them as unused."""
    EVENT_TEXTS: ClassVar[Mapping[str, str | tuple[str, ...]]] = {}
    """Sentences for the game's own events, by name or name and code; see `pnp.players.telling`."""
    COUNTED: ClassVar[tuple[str, ...]] = ()
    """Events of its own whose value is a count, which has no sign, rather than a change."""
    VERB_TEXTS: ClassVar[Mapping[str, str]] = {}
    """Words for the game's own verbs, with {thing} for what they take."""

    def __init__(self, game: Game, scenario: str = "standard", options: Mapping[str, Any] | None = None) -> None:
        super().__init__(game, scenario, options)
        self.notes: dict[str, Any] = {}
        self.offers: list[Offer] = []
        self._tests: list[dict[int, Test]] = []
        self._deeds: list[dict[int, Deed]] = []

    def prepare(self) -> None:
        """Look up the procedures of each step once; a game calls it at the end of its `__init__`."""
        super().prepare()
        self._bare = [not verb.takes for verb in self.VERBS]
        self._singles = [actions.single for actions in self._lists]
        for step in self.STEPS:
            self.offers.append(self.offer(step))
            self._tests.append({verb: self.test(step, self.VERBS[verb]) for verb in step.verbs})
            self._deeds.append({verb: self.deed(step, self.VERBS[verb]) for verb in step.verbs})

    @cached_property
    def _lists(self) -> list[MaskActions]:
        """The actions of each verb."""
        return [MaskActions(index, len(self.domain(verb.id))) for index, verb in enumerate(self.VERBS)]

    # What a game writes -------------------------------------------------------------------------------------

    @abstractmethod
    def offer(self, step: Step) -> Offer:
        """The procedure that lists the choices of `step`, in ascending order."""

    @abstractmethod
    def test(self, step: Step, verb: Verb) -> Test:
        """The procedure that gives the reason against `verb` with an id in `step`; the id of a bare verb is 0."""

    @abstractmethod
    def deed(self, step: Step, verb: Verb) -> Deed:
        """The procedure that carries out a legal `verb` in `step`."""

    @abstractmethod
    def new_state(self, seed: int = 0) -> Any:
        """The start of the scenario."""

    @abstractmethod
    def state_from(
        self, position: PositionSource | Mapping[str, Any], seed: int = 0,
        dice: Sequence[int] = (), draws: Sequence[str] = (),
    ) -> Any:  # fmt: skip
        """The state of a position.

        dice   values of the next dice, before the generator is used
        draws  ids of the next units drawn by lot
        Raises SourceError for a position that can't be.
        """

    @abstractmethod
    def state_from_json(self, document: Mapping[str, Any]) -> Any:
        """The state that `State.to_json` wrote. Raises SourceError when it can't be one."""

    @abstractmethod
    def position(self, state: Any) -> PositionSource:
        """The position of `state`."""

    @abstractmethod
    def score(self, state: Any) -> dict[str, int]:
        """Points of each side that scores, now."""

    @abstractmethod
    def faults(self, state: Any) -> list[str]:
        """What is wrong in `state` itself; nothing unless the referee has a bug. For fuzzing."""

    def price(self, state: Any, action: Action) -> tuple[str, object] | None:
        """What a legal `action` costs besides: a template with {cost}, and the cost; None where it costs nothing."""
        return None

    def circumstances(self, state: Any) -> Sequence[tuple[str, Mapping[str, object]]]:
        """What else a player has to know of a position, such as the weather: sentences, each with what fills it."""
        return ()

    def overfull(self, state: Any) -> Sequence[Violation]:
        """What a position has that may not last, such as stacks above their limit; nothing by default."""
        return ()

    def board_facts(self, state: Any, units: Sequence[str]) -> BoardFacts:
        """What a figure may show of a position: zones of control, and how `units` are supplied; nothing by default."""
        return BoardFacts()

    def way_of(self, state: Any, action: Action) -> tuple[str, str, tuple[str, ...]] | None:
        """Unit, start and hexes that a move leads through, for a figure; None for other actions, and by default."""
        return None

    def strengths(
        self, state: Any, attackers: Sequence[str], spaces: Sequence[str]
    ) -> tuple[StrengthParts, StrengthParts] | None:  # fmt: skip
        """Of an attack of units on all that defends spaces, by attacker and by defender: what each has printed, what it
        counts for, and the rules that make the difference. None where a game doesn't say, and by default.
        """
        return None

    def rule_of_moment(self, verb: int, step: int) -> str:
        """The rule to cite when `verb` comes at the wrong moment, in `step` (both indices); by default its own."""
        return self.STEPS[step].rule

    def adviser(self, side: str) -> Adviser | None:
        """The adviser for `side`; None where the game has none."""
        return None

    def dealt(self, state: Any, side: str, seed: int) -> Any:
        """A copy of `state`, without its log, in which what `side` can't know of it is dealt out anew by `seed`."""
        return state.copy(records=False)

    def sources_of_points(self, state: Any) -> Mapping[str, Mapping[str, int]]:
        """By side: the lines of its schedule that give or cost points now, and how many; nothing by default."""
        return {}

    def leader(self, state: Any) -> str | None:
        """Who would win if the game ended now; None for nobody, and where that can't be said."""
        return None

    def losses(self, state: Any) -> Sequence[tuple[str, str, int, int]]:
        """Side, type of unit, how many of it are lost, and how many there are; nothing by default."""
        return ()

    # What players and programs use --------------------------------------------------------------------------

    def choices(self, state: State) -> Sequence[Action]:
        """The legal actions, sorted; none when the game is over."""
        offered = [] if state.ended else self.offers[state.stack[-1]](state)
        return [*offered] if type(offered) is tuple else offered  # the caller's own: tuples are kept

    def why_not(self, state: State, action: object) -> Violation | None:
        """The rule that forbids `action`, None when it is legal."""
        if type(action) is tuple and not state.ended:
            tests = self._tests[state.stack[-1]]
            try:
                verb = action[0]
                if len(action) == 2:
                    item = action[1]
                    # One that was offered is made of whole numbers within their limits.
                    offered = self._singles[verb][item] is action
                    if verb in tests and (offered or (type(verb) is type(item) is int and item >= 0)):
                        return tests[verb](state, item)
                elif len(action) == 1 and type(verb) is int and verb in tests and self._bare[verb]:
                    return tests[verb](state, 0)
            except (IndexError, TypeError):
                pass
        return self._malformed(state, action)

    def apply(self, state: State, action: Action) -> None:
        """Carry out `action` in place.

        Raises IllegalActionError with the violation, and the state untouched, when it isn't legal.
        """
        violation = self.why_not(state, action)
        if violation is not None:
            raise IllegalActionError(violation)
        step = state.stack[-1]
        state.records.append((DO, state.turn, step) + action)  # noqa: RUF005  twice as quick, for every action
        self._deeds[step][action[0]](state, action[-1])

    def is_over(self, state: State) -> bool:
        """Whether the game has ended."""
        return state.ended > 0

    def result(self, state: State) -> Result | None:
        """How the game ended, None while it goes on."""
        if not state.ended:
            return None
        outcome = self.game.info.outcomes[state.ended - 1]
        return Result(outcome.id, outcome.winner, None, self.score(state))

    def step(self, state: State) -> Step | None:
        """The decision that is open, None when the game is over."""
        return None if state.ended else self.STEPS[state.stack[-1]]

    def side_to_act(self, state: State) -> str | None:
        """The side that decides next, None when the game is over."""
        return None if state.ended else self._side_of[state.stack[-1]]

    def phasing_side(self, state: Any) -> str | None:
        """The side whose phase it is, whoever decides; None where it is nobody's."""
        phase = self.phase(state)
        return self.side_of_phase(phase) if phase is not None else None

    def phase(self, state: State) -> str | None:
        """The phase of the open decision, None when the game is over."""
        return None if state.ended else self.phases[self.phase_of_step[state.stack[-1]]]

    # Words, heads, logs -------------------------------------------------------------------------------------

    def violation(self, rule: str, reason: str, **parameters: object) -> Violation:
        """A violation whose message this game can word."""
        return Violation(rule, parameters, reason, self)

    def explain(self, violation: Violation, lang: str) -> str:
        """`violation` in words."""
        reason = self.REASONS.get(violation.reason) or REASONS[violation.reason]
        return self.speech(lang).explain(reason, violation.parameters, violation.rule)

    @cached_property
    def data_hash(self) -> str:
        """Hash of all numbers that the rules use, the same in every language."""
        return facts_hash(self.game)

    def head(self, state: State) -> LogHead:
        """The head of the log of `state`."""
        return LogHead(
            self.game.id, self.game.info.version, self.data_hash, self.scenario.id,
            self.options, state.seed, state.players, state.began, self.game.changes,
        )  # fmt: skip

    def log_of(self, state: State) -> Log:
        """The log of `state` as values."""
        return Log(self.head(state), self.lines_from(state, 0))

    def lines_from(self, state: State, start: int) -> tuple[LogLine, ...]:
        """The lines of `state` after line `start`, with the end when the game is over."""
        lines, after = lines_of(self, state.records, start), len(state.records)
        result = self.result(state)
        if result and start <= after:
            lines.append(LogLine(after + 1, "end", {**result.as_json(), "state": state.hash()}))
        return tuple(lines)

    def log_text(self, state: State) -> str:
        """What `log_of(state).as_text()` gives, several times as fast: the games of a campaign are much alike."""
        lines = [compact(self.head(state).as_json()), *self._record_texts.lines(state.records)]
        lines += [line.as_text() for line in self.lines_from(state, len(state.records))]
        return "\n".join(lines) + "\n"

    @cached_property
    def _record_texts(self) -> RecordTexts:
        return RecordTexts(self)

    def start_streams(self, state: State, seed: int) -> None:
        """Seed the streams of dice and lots. Raises SourceError for a seed that isn't a 64-bit number."""
        if type(seed) is not int or not 0 <= seed < 1 << 64:
            raise SourceError(Problem("bad-value", f"a seed is a number from 0 to 2^64 - 1, got {str(seed)[:80]}"))
        state.seed = seed
        state.dice_stream = stream_seed(seed, "dice")
        state.cup_stream = stream_seed(seed, "cups")

    def _malformed(self, state: State, action: object) -> Violation:
        """The violation of something that no step takes."""
        if state.ended:
            return self.violation(self.game.info.outcomes[state.ended - 1].rule, "game-over")
        step = self.STEPS[state.stack[-1]]
        if not isinstance(action, tuple) or not action or not all(type(part) is int for part in action):
            return self.violation(step.rule, "malformed")
        if not 0 <= action[0] < len(self.VERBS):
            return self.violation(step.rule, "unknown-verb")
        verb = self.VERBS[action[0]]
        id_count = 1 if verb.takes else 0
        if len(action) != 1 + id_count:
            return self.violation(step.rule, "id-count", verb=verb.id, wanted=id_count, given=len(action) - 1)
        if id_count and not 0 <= action[1] < len(self._singles[action[0]]):
            return self.violation(
                step.rule, "unknown-id", verb=verb.id, kind=verb.takes, given=min(max(action[1], -1), 1 << 32)
            )
        possible = dict.fromkeys(self.VERBS[choice[0]].id for choice in self.choices(state))
        rule = self.rule_of_moment(action[0], state.stack[-1])
        return self.violation(rule, "wrong-moment", verb=verb.id, possible=", ".join(possible))
