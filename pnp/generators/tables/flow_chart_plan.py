"""The rows and columns of a flow chart's boxes, and the faults that keep a chart from being drawn.

In: the steps of a decision procedure. Out: a cell for each and the ways between them. The main line, which follows
`no` and `next`, runs down the first column; the step after a `yes` stands to the right of its question, and so on.
With one column all boxes stand below each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pnp.errors import Location, Problem, did_you_mean
from pnp.model.tables import FlowStep, FlowTable

MAX_STEPS = 60
"""A procedure with more steps needs more than one chart."""

MAX_COLUMNS = 4


@dataclass(frozen=True, slots=True)
class Cells:
    """The cell of each step.

    at  (row, column) of each step, in the order of the steps
    """

    at: tuple[tuple[int, int], ...]
    rows: int
    columns: int


def flow_problems(table: FlowTable) -> list[Problem]:
    """The faults that keep `table` from being drawn or run, in the order of its steps; empty when it is sound."""
    ids = [step.id for step in table.steps]
    problems: list[Problem] = []
    if len(ids) > MAX_STEPS:
        problems.append(
            _problem(f"{len(ids)} steps; at most {MAX_STEPS} make one chart", table.where("steps"), "split the table")
        )
    for index, step in enumerate(table.steps):
        if step.id in ids[:index]:
            problems.append(
                _problem(f"step {step.id!r} is there twice", step.where("id"), "give each step a name of its own")
            )
        problems += _ways_problems(step, ids)
    if not problems:
        problems += _loose_problems(table)
    return problems


def _problem(message: str, where: Location | None, hint: str) -> Problem:
    return Problem("flow-chart", message, where, hint)


def _ways_problems(step: FlowStep, ids: Sequence[str]) -> list[Problem]:
    """Exits of steps that are missing, superfluous, or lead nowhere."""
    ways = {"yes": step.yes, "no": step.no, "next": step.next}
    allowed = {"question": ("yes", "no"), "action": ("next",), "end": ()}[step.kind]
    problems = []
    for name, target in ways.items():
        if target is None:
            if step.kind == "question" and name in allowed:
                problems.append(
                    _problem(
                        f"question {step.id!r} has no {name!r}",
                        step.where("id"),
                        "a question has two ways on: yes and no",
                    )
                )
        elif name not in allowed:
            ways_allowed = " and ".join(allowed) or "no way on"
            problems.append(
                _problem(f"{step.kind} {step.id!r} has {name!r}", step.where(name), f"its kind takes {ways_allowed}")
            )
        elif target not in ids:
            hint = did_you_mean(target, ids) or f"steps: {', '.join(ids)}"
            problems.append(_problem(f"there is no step {target!r}", step.where(name), hint))
    return problems


def _loose_problems(table: FlowTable) -> list[Problem]:
    """Steps that can't be reached, and loops without a question, which never end."""
    ways = {step.id: [w for w in (step.yes, step.no, step.next) if w] for step in table.steps}
    reached: set[str] = set()
    waiting = [str(table.steps[0].id)]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += ways[name]
    problems = [
        _problem(f"no way leads to step {step.id!r}", step.where("id"), "name it after yes, no or next of another step")
        for step in table.steps
        if step.id not in reached
    ]
    following = {step.id: step.next for step in table.steps if step.kind == "action"}
    for step in table.steps:
        path, at = [], step.id
        while at in following and following[at] and at not in path:
            path.append(at)
            at = following[at]  # type: ignore[assignment]
        if at in path and step.id == min(path[path.index(at) :], key=list(ways).index):
            round_trip = " → ".join([*path[path.index(at) :], at])
            problems.append(
                _problem(
                    f"{round_trip} goes round without a question",
                    step.where("next"),
                    "a round needs a question to leave it",
                )
            )
    return problems


def ways_of(steps: Sequence[FlowStep]) -> dict[tuple[int, int], list[str]]:
    """From which step to which a way leads, in the order of the steps -> whether by "yes", by "no" or as "next"."""
    number = {step.id: index for index, step in enumerate(steps)}
    ways: dict[tuple[int, int], list[str]] = {}
    for index, step in enumerate(steps):
        for kind, target in (("yes", step.yes), ("no", step.no), ("next", step.next)):
            if target is not None:
                ways.setdefault((index, number[target]), []).append(kind)
    return ways


def place_steps(steps: Sequence[FlowStep], columns: int) -> Cells:
    """A cell for each of `steps`, in at most `columns` columns."""
    placer = _Placer(steps, columns)
    placer.line(steps[0].id, 0, 0)
    at = tuple(placer.at[step.id] for step in steps)
    return Cells(at, max(r for r, _ in at) + 1, max(c for _, c in at) + 1)


class _Placer:
    """Puts one line of steps after another into free cells."""

    def __init__(self, steps: Sequence[FlowStep], columns: int) -> None:
        self.steps: Mapping[str, FlowStep] = {step.id: step for step in steps}
        self.columns = columns
        self.at: dict[str, tuple[int, int]] = {}
        self.claimed: set[str] = set()

    def line(self, first: str, row: int, column: int) -> None:
        """Place the line from `first` down `column`, then the branches to its right."""
        for name in self._claim(first):
            branch = self._branch(name)
            row = self._free(row, column, self._span(name, column))
            self.at[name] = (row, column)
            if branch and column + 1 < self.columns:
                self.line(branch, row, column + 1)
            elif branch:
                self.line(branch, row + 1, column)
            row += 1

    def _claim(self, first: str) -> list[str]:
        """The steps of a line, claimed so that no later line takes them."""
        names: list[str] = []
        name: str | None = first
        while name is not None and name not in self.claimed:
            self.claimed.add(name)
            names.append(name)
            step = self.steps[name]
            name = step.next if step.kind != "question" else step.no
            if step.kind == "question" and (name in self.at or name in names):
                name = step.yes  # the no leads back: the line goes on with the yes
        return names

    def _branch(self, name: str) -> str | None:
        """The step that branches off the line at `name`; None when it is already placed."""
        step = self.steps[name]
        return next((w for w in (step.yes, step.no) if w is not None and w not in self.claimed), None)

    def _span(self, name: str, column: int) -> int:
        """How many cells to the right a chain of questions answered yes needs, from `name` on."""
        span, at = 1, self._branch(name)
        while at is not None and at not in self.claimed and column + span < self.columns:
            span += 1
            at = self.steps[at].yes
        return span

    def _free(self, row: int, column: int, span: int) -> int:
        """The first row from `row` on with `span` free cells."""
        occupied = set(self.at.values())
        while any((row, column + index) in occupied for index in range(span)):
            row += 1
        return row
