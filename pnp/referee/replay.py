"""Replay: decisions and draws are taken from a log, all else is computed again and compared line by line."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from pnp.errors import IllegalActionError, Location, Problem, SourceError
from pnp.model.log import Log, LogLine
from pnp.model.short_addresses import ShortAddresses
from pnp.referee.engine import Rules
from pnp.referee.state import DRAW, State


def replay(rules: Rules, log: Log, *, to: int | None = None, name: str = "log") -> State:
    """The state at the end of `log`, or after its line `to`.

    name  of the log, for messages
    Raises SourceError that names the first line that differs from what the rules make of it.
    """
    return _Replay(rules, log, name).run(to)


def walk(rules: Rules, log: Log, *, to: int | None = None, name: str = "log") -> Iterator[tuple[int, State]]:
    """The same state again and again as `log` goes on: after the start, then after each decision and what follows.

    Yields how many lines of the log are told so far, and the state, which changes in place: copy what you keep.
    Raises SourceError as `replay` does.
    """
    return _Replay(rules, log, name).walk(to)


class _Replay:
    """A log, and how far it agrees."""

    def __init__(self, rules: Rules, log: Log, name: str) -> None:
        self.rules, self.log, self.name = rules, log, name
        self.agreed = 0

    def run(self, to: int | None) -> State:
        return deque(self.walk(to), maxlen=1)[0][1]

    def walk(self, to: int | None) -> Iterator[tuple[int, State]]:
        """How many lines agree, and the state then: at the start and after each decision."""
        self.check_head()
        state = self.start()
        self.compare(state)
        yield self.agreed, state
        while self.agreed < len(self.log) and (to is None or self.agreed < to):
            line = self.log[self.agreed]
            if self.rules.is_over(state):
                raise self.differs(line, "the game is over")
            if line.kind != "do":
                raise self.differs(line, "a decision is due")
            self.do(state, line)
            self.compare(state)
            yield self.agreed, state

    def check_head(self) -> None:
        """Another game, or other numbers, can't be replayed."""
        head, rules = self.log.head, self.rules
        pairs = (
            ("game", head.game, rules.game.id), ("changes", dict(head.changes), dict(rules.game.changes)),
            ("data", head.data, rules.data_hash), ("scenario", head.scenario, rules.scenario.id),
        )  # fmt: skip
        for key, logged, ours in pairs:
            if logged != ours:
                hint = "The numbers of the game have changed since." if key == "data" else ""
                raise SourceError(
                    Problem("log-differs", f"{key} {logged!r}, here {ours!r}", Location(self.name, 1, 1), hint)
                )
        if {**self.rules.options, **head.options} != self.rules.options:
            raise SourceError(Problem("log-differs", "other options", Location(self.name, 1, 1)))

    def start(self) -> State:
        """The first state, with all draws of the log as its script."""
        head, rules = self.log.head, self.rules
        state: State = (
            rules.new_state(head.seed) if head.position is None else rules.state_from(head.position, head.seed)
        )
        draws = [line for line in self.log if line.kind == "draw"]
        dice, lots = [], []
        kinds = rules.drawn_from
        first = {"unit": 0, "space": len(rules.units), "card": len(rules.units) + len(rules.spaces)}
        for line in draws:
            value, kind = line.data["value"], line.data["draw"]
            if kind in kinds:
                if value not in kinds[kind]:
                    raise self.differs(line, f"there is no {kind} {value!r}")
                lots.append(kinds[kind].index(value) + first[kind])
            elif type(value) is not int:
                raise self.differs(line, "a die shows a number")
            else:
                dice.append(value)
        if any(record[0] == DRAW for record in state.records):
            state = self.start_drawing(draws, dice[:], lots[:])
        elif state.records and draws and draws[0].n <= len(state.records):
            raise self.differs(draws[0], "nothing is drawn before the first decision")
        else:
            state.dice_script, state.cup_script = dice[::-1], lots[::-1]
        state.players = {side: str(player) for side, player in head.players.items()}
        return state

    def start_drawing(self, draws: list[LogLine], dice: list[int], lots: list[int]) -> State:
        """The first state of a position that begins with draws, these too taken from the log."""
        head, rules = self.log.head, self.rules
        try:
            state: State = rules.state_from(head.position or {}, head.seed, dice, [rules.lots[lot] for lot in lots])
        except SourceError as error:
            line = draws[0] if draws else self.log[0] if len(self.log) else None
            if line is None:
                raise
            raise self.differs(line, error.problems[0].message) from None
        return state

    def do(self, state: State, line: LogLine) -> None:
        """Carry out one decision of the log. A draw that can't be is a line that differs, or follows from one."""
        try:
            action = self.rules.from_json(line.data["do"])
        except SourceError as error:
            raise self.differs(line, error.problems[0].message) from None
        try:
            self.rules.apply(state, action)
        except IllegalActionError as error:
            raise self.differs(line, str(error)) from None
        except SourceError as error:
            self.compare(state)
            broken = self.log[min(self.agreed, len(self.log) - 1)]
            raise self.differs(broken, error.problems[0].message) from None

    def compare(self, state: State) -> None:
        """Every line made so far must be the logged one, as far as the log goes."""
        ours = self.rules.lines_from(state, self.agreed)
        for line in ours:
            if self.agreed >= len(self.log):
                return
            logged = self.log[self.agreed]
            if logged.as_json() != line.as_json() and self.in_long_form(logged) != line.as_json():
                raise self.differs(logged, f"expected {line.as_text()[:400]}")
            self.agreed += 1

    def in_long_form(self, line: LogLine) -> dict[str, object]:
        """`line` with the long address of the rule that it names, which people may have written short."""
        long = ShortAddresses(self.rules.game.rules).long(line.rule)
        return {key: long if key == "rule" else value for key, value in line.as_json().items()}

    def differs(self, line: LogLine, why: str) -> SourceError:
        """The error that names `line`, which stands one below its number since the head is first."""
        where = Location(self.name, line.n + 1, 1)
        return SourceError(
            Problem(
                "log-differs", f"line {line.n} differs: {line.as_text()[:400]}", where, why, game=self.rules.game.id
            )
        )
