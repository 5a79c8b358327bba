"""Guides: rules that a module leads through step by step: flow charts, lists of questions, cases of a rule.

Every flow chart is one, and every list whose rows are questions with what each `yes` adds. `guides` of game.yaml names
rules whose cases are to be looked at one after the other: a check list of supply, a rare condition.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from pnp.model.game import Game
from pnp.model.rules import RuleCase
from pnp.model.tables import FlowTable, ListTable
from pnp.sources.text_values import rendered, rule_values
from pnp.vassal.context import property_name, rule_label, signal
from pnp.vassal.format.gpids import GUIDE, case_id, guided_cases, guided_tables


@dataclass(frozen=True, slots=True)
class GuideStep:
    """One step; steps count from 1.

    text  markup, in the language shown; head stands above it
    rule  its address as players see it
    yes   the step after yes, or after an action; 0 at an end
    no    the step after no; 0 for what isn't a question
    add   what yes adds to the sum
    asks  a question: what the referee reads of it; the pieces may tell the answer
    """

    head: str
    text: str
    rule: str
    yes: int = 0
    no: int = 0
    add: int = 0
    asks: Mapping[str, bool | int | str] = field(default_factory=dict)

    @property
    def is_question(self) -> bool:
        """Whether there are two ways to go on."""
        return self.no > 0


@dataclass(frozen=True, slots=True)
class Guide:
    """A procedure in the language shown.

    id     the same in all languages
    sums   whether answers add up
    """

    id: str
    title: str
    steps: tuple[GuideStep, ...]
    sums: bool = False

    @property
    def piece(self) -> str:
        """The id of the piece that shows it; it has a gpid like any counter."""
        return f"{GUIDE}{self.id}"

    @property
    def step_property(self) -> str:
        """The property with the number of the present step."""
        return f"Guide{property_name(self.id)}Step"

    @property
    def sum_property(self) -> str:
        """The property with the sum of the answers."""
        return f"Guide{property_name(self.id)}Sum"

    def key(self, *parts: str) -> str:
        """A signal of this guide."""
        return signal("guide", self.id, *parts)


def guides(game: Game) -> list[Guide]:
    """The guides of a game in its language: those of tables in their order, then those of rules."""
    listed = [_of_flow(game, t) if isinstance(t, FlowTable) else _of_questions(game, t) for t in guided_tables(game)]
    return [*listed, *(_of_case(game, case) for case in guided_cases(game))]


def _of_flow(game: Game, table: FlowTable) -> Guide:
    number = {step.id: index for index, step in enumerate(table.steps, 1)}
    number[""] = 0
    steps = [
        GuideStep("", step.text, rule_label(game, step.rule), number[step.yes or step.next or ""],
                  number[step.no or ""], asks=step.effects if step.kind == "question" else {})
        for step in table.steps
    ]  # fmt: skip
    return Guide(table.id, table.title, tuple(steps))


def _of_questions(game: Game, table: ListTable) -> Guide:
    following = range(2, len(table.rows) + 2)
    rule = rule_label(game, table.rule)
    steps = [
        GuideStep("", row.text, rule, after, after, row.effect("add"), row.effects)
        for row, after in zip(table.rows, following, strict=True)
    ]
    end = GuideStep("", game.words.text("All questions are answered; the sum of the answers counts."), rule)
    return Guide(table.id, table.title, (*steps, end), sums=True)


def _of_case(game: Game, case: RuleCase) -> Guide:
    """The case and those below it that have a text, one after the other."""
    values = rule_values(game)
    cases = [found for found in case.all_cases() if _words(found.text)]
    steps = [
        GuideStep(found.title, _words(rendered(found.text, values, where=found.where("text"))),
                  rule_label(game, found.id), number + 1)
        for number, found in enumerate(cases, 1)
    ]  # fmt: skip
    return Guide(case_id(case), case.title, _ended(steps))


def _ended(steps: Sequence[GuideStep]) -> tuple[GuideStep, ...]:
    return (*steps[:-1], replace(steps[-1], yes=0))


def _words(text: str) -> str:
    """A text without the tables and examples that stand in it."""
    return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("@")).strip()
