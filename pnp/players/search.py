"""The player that thinks: Monte Carlo simulations of what the game's advice would make of each choice.

A decision begins with the choice that the adviser would make. Its rivals, the next best, are simulated beside it: from
a choice every side follows its adviser to the end of a player-turn, and the adviser's balance says how good that is; a
short game is simulated to its end. Simulations are doubled for the better half of those rivals that do better in the
mean, and one is taken when it is ahead by more than its error: where thinking finds nothing, the player does as its
adviser.

Simulations of the same number have the same luck: what is rolled for an attack doesn't depend on what was rolled for
others before, so that two choices differ by what they change. Up to the first draw all simulations of a choice are
alike, and that part is played once; a decision on the way of the last choice inherits its simulations.

Rollouts of a policy: G. Tesauro, G. R. Galperin, "On-line policy improvement using Monte-Carlo search", 1996. Racing:
O. Maron, A. W. Moore, "Hoeffding races", 1993. Halving: Z. Karnin, T. Koren, O. Somekh, "Almost optimal exploration in
multi-armed bandits", 2013. Hidden information: P. I. Cowling, E. J. Powley, D. Whitehouse, "Information Set Monte Carlo
Tree Search", 2012.
"""

from __future__ import annotations

import json
import marshal
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isqrt, sqrt

from pnp.players.base import Player, ScoredOption
from pnp.players.heuristic import adviser_of_player
from pnp.referee.advice import Adviser
from pnp.referee.dice import WORD, mixed, stream_seed
from pnp.referee.engine import Rules
from pnp.referee.masks import Action
from pnp.referee.state import State
from pnp.referee.violation import _W

LOOKED_AT = _W("{share} % of {count} simulations; {reason}")

MOST_DECISIONS = 400
"""Decisions that a simulation makes at most before it is judged."""

PLAYER_TURNS, SHORT = 2, 100
"""Player-turns to the end of which a simulation is played, that of the decision included; where advisers need so few
decisions for a game, it is played to its end, for there winning now and later is the same.
"""

VICTORY = 100.0
"""What winning is worth beside points and balances."""

BETTER, CERTAIN = 2.0, 4.0
"""Standard errors that a rival must lead by to be taken; to be taken without more simulations. With one, choices that
are worse were taken for luck.
"""

PATIENCE = 16
"""Decisions that follow one another without a draw and at which no rival was taken, after which the player goes on as
planned up to the next draw: advisers name first what matters most, and most thought goes into fights, which have many.
"""

SAME_ANYHOW = 2
"""Rivals that come to the same as the adviser's choice, after which others are passed over: only the order differs."""

Moment = tuple[int, str | None]
Stem = tuple[State, Action | None]
"""A position, and the action after it that draws; None at the end of a phase."""


@dataclass(slots=True)
class Line:
    """What the adviser makes of a choice.

    way     the actions up to the first draw or the end of the phase, the choice first
    stem    the position from which simulations differ; None before the first
    values  what simulations came to, by number
    """

    way: list[Action] = field(default_factory=list)
    stem: Stem | None = None
    values: dict[int, float] = field(default_factory=dict)


@dataclass(slots=True)
class Stretch:
    """Decisions that follow one another without a draw and share their luck.

    seed      of the luck
    line      what the last choice began, on which this decision lies; None at first
    patience  further decisions without a rival that is taken, up to which the player thinks
    """

    seed: int
    line: Line | None = None
    patience: int = PATIENCE


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """How long a player may think about a decision. With a limit, games depend on the machine.

    clock  seconds, e.g. `time.monotonic`
    """

    seconds: float
    clock: Callable[[], float]


class SearchPlayer(Player):
    """Simulates before it decides. It sets up as its adviser does: what that is worth shows long after a simulation.

    simulations  for each decision, one of them at least; fewer where no rival is left or there is a limit of time
    """

    def __init__(self, rules: Rules, side: str, seed: int, simulations: int, limit: TimeLimit | None = None) -> None:
        self.name = f"search:{simulations}"
        self.simulations, self._limit = simulations, limit
        self._rules, self._side, self._seed = rules, side, stream_seed(seed, f"player {side}")
        others = {name: rules.adviser(name) for name in rules.deciding if name != side}
        self._advisers: dict[str, Adviser | None] = {**others, side: adviser_of_player(rules, side, seed)}
        self._setting_up = {phase.id for phase in rules.game.info.all_phases if "setup" in phase.procedures}
        self._player_turns = rules.notes.get("player-turns ahead") or rules.notes.setdefault(
            "player-turns ahead", player_turns(rules)
        )
        self._next: tuple[bytes, Stretch] | None = None
        self._ways: dict[bytes, tuple[list[Action], Stem]] = {}
        self._values: dict[tuple[bytes, int, int], float] = {}

    def choose(self, rules: Rules, state: State, choices: Sequence[Action]) -> Action:
        """The adviser's choice, or a rival that did better."""
        if len(choices) == 1:
            return choices[0]
        expected, self._next = self._next, None
        known = expected is not None and expected[0] == position_key(state)
        stretch = expected[1] if expected and known else self._new_stretch(state)
        if rules.phase(state) in self._setting_up:
            return next(iter(self._ranked(self._dealt(state, stretch.seed, 0), choices)), choices[0])
        best, lines = self._searched(state, choices, stretch)
        if best in lines and not hides(state, self._side):
            self._bequeath(state, stretch, lines[best])
        return best

    def explain(self, rules: Rules, state: State, choices: Sequence[Action], lang: str = "en") -> list[ScoredOption]:
        """The choice to make, and the others by the simulations that they were given, with what the adviser says."""
        stretch = self._new_stretch(state)
        best, lines = self._searched(state, choices, stretch)
        visits = {action: len(line.values) for action, line in lines.items()}
        count, most = sum(visits.values()) or 1, max(visits.values(), default=0)
        text, adviser = rules.speech(lang).words.text, self._advisers[self._side]
        assert adviser is not None
        options = []
        for option in adviser.explain(self._dealt(state, stretch.seed, 0), choices, lang):
            made = visits.get(option.action, 0)
            reason = text(LOOKED_AT, share=round(100 * made / count), count=count, reason=option.reason)
            score = most if option.action == best else made
            options.append(ScoredOption(option.action, round(score / count, 3), reason))
        return sorted(options, key=lambda option: (-option.score, option.action != best))

    # The race -----------------------------------------------------------------------------------------------

    def _searched(self, state: State, choices: Sequence[Action], stretch: Stretch) -> tuple[Action, dict[Action, Line]]:
        """The choice to make, and the lines that have been simulated."""
        self._ways.clear()
        known, seed = stretch.line, stretch.seed
        if known and stretch.patience <= 0 and known.way[0] in choices:
            return known.way[0], {known.way[0]: known}
        ranked = self._ranked(self._dealt(state, seed, 0), choices)
        if not ranked:  # what is hidden may forbid what seems possible
            return choices[0], {}
        first = known.way[0] if known and known.way[0] in ranked else ranked[0]
        lines = {first: known or Line()}
        end = self._limit.clock() + self._limit.seconds if self._limit else 0.0
        left = self.simulations

        def simulate(action: Action, numbers: range) -> None:
            nonlocal left
            for number in numbers:
                if self._limit and left < self.simulations and self._limit.clock() > end:
                    left = 0
                if left:
                    left -= self._simulate(state, action, lines[action], seed, number)

        numbers, alike = range(max(1, self.simulations // 25)), 0
        for rival in ranked:
            if rival != first and left and alike < SAME_ANYHOW:
                lines[rival] = Line()
                simulate(first, numbers)
                simulate(rival, numbers)
                alike += lines[rival].values.items() <= lines[first].values.items()
        rivals = list(lines)[1:]
        while left and numbers.stop <= self.simulations:
            leads = {rival: lead(lines[rival], lines[first]) for rival in rivals}
            rivals = sorted((rival for rival in rivals if 0 < leads[rival] < CERTAIN), key=lambda rival: -leads[rival])
            rivals = rivals[: (len(rivals) + 1) // 2]
            if not rivals:
                break
            numbers = range(numbers.stop, 2 * numbers.stop)
            for action in (first, *rivals):
                simulate(action, numbers)
        best = max(lines, key=lambda action: lead(lines[action], lines[first]))
        if lead(lines[best], lines[first]) <= BETTER:
            best = first
        stretch.patience = stretch.patience - 1 if best == first else PATIENCE
        return best, lines

    def _simulate(self, state: State, action: Action, line: Line, seed: int, number: int) -> int:
        """Simulate a line where it lacks this number and is possible; how many simulations that took."""
        if number in line.values:
            return 0
        hidden = hides(state, self._side)
        if hidden or line.stem is None:
            twin = self._dealt(state, seed, number)
            if hidden and action not in self._rules.choices(twin):
                return 0
            line.way, line.stem = self._led(twin, action)
        line.values[number] = self._played_out(line.stem, self._edge(state), seed, number)
        return 1

    def _led(self, state: State, action: Action) -> tuple[list[Action], Stem]:
        """The way from a position to the first draw or the end of the phase, and what is there; `state` is moved along.

        Where ways come together they are followed once.
        """
        rules, way, passed, moment = self._rules, [action], dict[bytes, int](), self._moment(state)
        while True:
            before = state.copy(records=False)
            rules.apply(state, action)
            if draws(state) != draws(before):
                stem: Stem = before, action
                break
            if rules.is_over(state) or self._moment(state) != moment:
                stem = state, None
                break
            key = position_key(state)
            if key in self._ways:
                rest, stem = self._ways[key]
                way += rest
                break
            passed[key] = len(way)
            action = advised(rules, self._advisers, state)
            way.append(action)
        self._ways |= {key: (way[length:], stem) for key, length in passed.items()}
        return way, stem

    def _played_out(self, stem: Stem, edge: Moment, seed: int, number: int) -> float:
        """How good the end of a simulation is. What is the same from the beginning of a phase on is played once.

        edge  the player-turn of the decision
        """
        rules, (start, action) = self._rules, stem
        state, luck = start.copy(records=False), Luck(stream_seed(seed, f"luck {number}"))
        turns, moment, value = self._player_turns, None if action is None else self._moment(state), None
        begun = list[tuple[bytes, int, int]]()
        for _ in range(MOST_DECISIONS):
            if rules.is_over(state):
                break
            if (now := self._moment(state)) != moment:
                moment = now
                luck.begin(state)
                if (side := self._edge(state)) != edge:
                    edge, turns = side, turns - 1
                    if not turns:
                        break
                key = position_key(state), number, turns
                value = self._values.get(key)
                if value is not None:
                    break
                begun.append(key)
            action = advised(rules, self._advisers, state) if action is None else action
            luck.give(state)
            rules.apply(state, action)
            luck.note(state, action)
            action = None
        if value is None:
            value = self._value(state)
        self._values.update(dict.fromkeys(begun, value))
        return value

    # What comes of a choice ---------------------------------------------------------------------------------

    def _new_stretch(self, state: State) -> Stretch:
        """A stretch that begins here. Its streams come from what the player knows alone."""
        self._values.clear()
        view = json.dumps(state.view(self._side), sort_keys=True)
        return Stretch(stream_seed(self._seed, view))

    def _bequeath(self, state: State, stretch: Stretch, line: Line) -> None:
        """Keep the simulations behind a choice if the player decides again before anything is drawn."""
        rules, twin = self._rules, state.copy(records=False)
        for number, action in enumerate(line.way[:-1], 1):
            rules.apply(twin, action)
            if rules.side_to_act(twin) != self._side:
                return
            if len(rules.choices(twin)) > 1:
                rest = Line(line.way[number:], line.stem, line.values)
                self._next = position_key(twin), Stretch(stretch.seed, rest, stretch.patience)
                return

    def _dealt(self, state: State, seed: int, number: int) -> State:
        """A copy of `state` as the player may take it to be, without the draws that are to come."""
        twin: State = self._rules.dealt(state, self._side, stream_seed(seed, f"hidden {number}"))
        twin.dice_stream = twin.cup_stream = 0
        twin.dice_script, twin.cup_script = [], []
        return twin

    def _moment(self, state: State) -> Moment:
        return state.turn, self._rules.phase(state)

    def _edge(self, state: State) -> Moment:
        """Whose turn it is; a player-turn ends when this changes."""
        return state.turn, self._rules.phasing_side(state)

    def _ranked(self, state: State, choices: Sequence[Action]) -> list[Action]:
        """Those of some choices that a position has, the adviser's best first; ties keep their order."""
        legal, adviser = set(self._rules.choices(state)), self._advisers[self._side]
        assert adviser is not None
        possible = [choice for choice in choices if choice in legal]
        return worth_a_look(possible, adviser.scores(state.copy(records=False), possible), isqrt(self.simulations))

    def _value(self, state: State) -> float:
        """How good a position is for the player; at the end only winning and points count."""
        result, side = self._rules.result(state), self._side
        balance = None
        if result is None and (adviser := self._advisers[side]) is not None:
            balance = adviser.balance(state)
        if balance is not None:
            return balance
        score = dict(self._rules.score(state))
        balance = float(score.pop(side, 0) - max(score.values(), default=0))
        if result is None or result.winner is None:
            return balance
        return balance + (VICTORY if result.winner == side else -VICTORY)


class Luck:
    """The draws of a simulation: what is drawn depends on what has been decided since the last draw."""

    def __init__(self, seed: int) -> None:
        self._seed, self._label, self._drawn = seed, 0, set[int]()

    def begin(self, state: State) -> None:
        """A phase begins: what is drawn in it doesn't depend on those before."""
        self._label, self._drawn = (state.turn << 8 | state.stack[-1]) << 40, set()

    def give(self, state: State) -> None:
        """Start the streams for an action."""
        while self._label in self._drawn:  # the same once more has other luck
            self._label += 1
        start = mixed(self._seed + self._label & WORD)
        state.dice_stream, state.cup_stream = self._streams = start, mixed(start)

    def note(self, state: State, action: Action) -> None:
        """Take note of an action, for which the streams have been started."""
        if (state.dice_stream, state.cup_stream) == self._streams:
            self._label += (64 * action[-1] + action[0] + 1) ** 3
        else:
            self._drawn.add(self._label)
            self._label &= -1 << 40


def advised(rules: Rules, advisers: Mapping[str, Adviser | None], state: State) -> Action:
    """What the adviser of the side that decides would do."""
    choices = rules.choices(state)
    adviser = advisers.get(str(rules.side_to_act(state)))
    if adviser is None or len(choices) == 1:
        return choices[0]
    return adviser.best(state.copy(records=False), choices)  # it may keep what it is shown, which must not go on


def worth_a_look(choices: Sequence[Action], scores: Sequence[float], rivals: int) -> list[Action]:
    """The best choice, up to `rivals` more that the adviser tells from the rest, and to do nothing more.

    Of choices that are all one to it, more than there is room for, none is better than another to begin with.
    """
    order = sorted(range(len(choices)), key=lambda index: -scores[index])
    count = min(rivals + 1, len(order))
    while 1 < count < len(order) and scores[order[count]] == scores[order[count - 1]]:
        count -= 1
    ranked = [choices[index] for index in order]
    return ranked[:count] + [choice for choice in ranked[count:] if len(choice) == 1]


def player_turns(rules: Rules) -> int:
    """How many player-turns a simulation lasts at most, by the first game that advisers play."""
    advisers, state = {side: rules.adviser(side) for side in rules.deciding}, rules.new_state(0)
    for _ in range(SHORT):
        rules.apply(state, advised(rules, advisers, state))
        if rules.is_over(state):
            return MOST_DECISIONS
    return PLAYER_TURNS


def lead(rival: Line, first: Line) -> float:
    """By how many standard errors a line is better than another, over the simulations that both have and one in which
    they were equal, so that a single one shows little.
    """
    gains = [0.0, *(value - first.values[number] for number, value in rival.values.items() if number in first.values)]
    count, mean = len(gains), sum(gains) / len(gains)
    spread = sum((gain - mean) ** 2 for gain in gains)
    return mean * sqrt(count * (count - 1) / spread) if spread else 0.0


def hides(state: State, side: str) -> bool:
    """Whether there is something that a side doesn't know, the draws to come apart."""
    fields = state.fields()
    return state.view(side) != {name: value for name, value in fields.items() if name not in state.HIDDEN}


def position_key(state: State) -> bytes:
    """What decides the advice on a position: its fields without the streams of draws."""
    fields = state.fields()
    return marshal.dumps([fields[name] for name in fields if name not in state.HIDDEN], 2)


def draws(state: State) -> tuple[int, ...]:
    """What changes with every draw."""
    return state.dice_stream, state.cup_stream, len(state.dice_script), len(state.cup_script)
