"""`rules/*.yaml`, `examples/*.yaml` and `errata.yaml`.

A rule has an address: a case number as printed, decimals below it where one printed paragraph holds
several rules, or the title of a box or table. Text markup is small: **term**, *emphasis*, [[4.1]] for a
cross-reference, lines that begin with "- " or "1. " for lists, a blank line between paragraphs, and on a line
of its own `@table ID` or `@example ID`. Numbers come from data: {{ parameter.stack-limit }}.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field

from pnp.model.base import Address, Id, Int, Message, SourceModel
from pnp.model.position import PositionSource


class NotForReferee(SourceModel):
    """Why no procedure carries out a case."""

    reason: str = Field(min_length=8, description="why, in a sentence")


class CampaignArrow(SourceModel):
    """An arrow of a campaign."""

    side: Id = Field(description="whose colour it has")
    via: tuple[Id, ...] = Field(min_length=2, description="spaces that it leads through; those with a name are named")
    text: Message = Field(description="what happened, in a line of the key")


class CampaignMap(SourceModel):
    """What happened, as numbered arrows on a small map."""

    title: Message
    arrows: tuple[CampaignArrow, ...] = Field(max_length=9)


class RuleCase(SourceModel):
    """A case of the rules."""

    id: Address
    title: Message
    text: Message = ""
    option: Id | None = Field(default=None, description="the optional rule that this case belongs to")
    short: str | None = Field(
        default=None, pattern=r"^([0-9]+([A-Z]|\.[0-9]+)|[A-Z][0-9]*)$",
        description="its short address, such as 6T or C2, where it has no number of a chapter",
    )  # fmt: skip
    design_note: Message = Field(
        default="", description="why the rule is so, or what it stands for: a few lines in the margin of the rulebook"
    )
    campaign: CampaignMap | None = Field(
        default=None, description="a small map below the text, with an arrow for each march and a key"
    )
    not_for_referee: NotForReferee | None = None
    rulings: tuple[str, ...] = Field(default=(), description="errata records that this case rests on")
    index: tuple[Message, ...] | None = Field(
        default=None, max_length=12,
        description="where the index leads here from, instead of the title: `Retreat`, `Retreat: before combat` for a "
                    "line below it, `Train → Railway` for a word that sends to another",
    )  # fmt: skip
    cases: tuple[RuleCase, ...] = ()

    def all_cases(self) -> Iterator[RuleCase]:
        """This case and those below it, in order."""
        yield self
        for case in self.cases:
            yield from case.all_cases()

    def heading(self) -> RuleCase:
        """A copy of the case and those below it, with addresses and titles only."""
        return RuleCase(
            id=self.id, title=self.title, short=self.short, cases=tuple(case.heading() for case in self.cases)
        )


class Word(SourceModel):
    """A word of the game, explained in the glossary before the index."""

    word: Message = Field(description="the word, as the rules have it")
    means: Message = Field(description="what it means, in a sentence or less; the full stop included")
    rule: Address | None = Field(default=None, description="the case that has more about it")


class RulesFile(SourceModel):
    """One file of `rules/`; files are read in order of their names."""

    title: Message = ""
    words: tuple[Word, ...] = Field(default=(), max_length=80, description="the glossary, in any order")
    cases: tuple[RuleCase, ...]

    def headings(self) -> RulesFile:
        """A copy of the file with the addresses and titles that sheets cite, and no texts."""
        return RulesFile(title=self.title, cases=tuple(case.heading() for case in self.cases))


class Expectation(SourceModel):
    """What must follow from an example."""

    refused: Address | None = Field(default=None, description="the last action is refused with this rule")
    message_contains: str | None = Field(default=None, description="words that the message of the refusal contains")
    logged: tuple[Address, ...] = Field(default=(), description="rules that the log must name, in this order")
    result: str | None = Field(default=None, description="outcome id when the game must be over")
    position: PositionSource | None = Field(default=None, description="compared key by key")


class ExampleFigure(SourceModel):
    """What the figure of an example shows besides units and their actions."""

    zones: tuple[Id, ...] = Field(default=(), description="sides whose zones of control are shaded")
    supply: tuple[Id, ...] = Field(default=(), description="units whose line of supply is drawn")
    spaces: tuple[Id, ...] = Field(
        default=(), description="spaces that the figure must hold, besides those where something happens"
    )


class ExampleStage(SourceModel):
    """A part of a long example that has a figure of its own."""

    paragraph: Int = Field(ge=1, description="the paragraph of the text below the figure, from 1")
    first: Int = Field(ge=1, description="the first action that it shows, from 1")
    last: Int = Field(ge=0, description="the last one; one less than the first = the units at the start, before any")


class Example(SourceModel):
    """An example of play that the referee plays at each build."""

    id: Id
    title: Message
    rules: tuple[Address, ...] = Field(description="cases that it shows, the most important first")
    text: Message = Field(description="the story, for the rulebook")
    position: PositionSource
    dice: tuple[Int, ...] = Field(default=(), description="rolls that are used first, in order")
    draws: tuple[Id, ...] = Field(
        default=(), description="units drawn at random, in order; consulted before the generator"
    )
    actions: tuple[tuple[Any, ...], ...] = Field(description="what the players do: a verb and ids, as in a log")
    expect: Expectation
    in_rulebook: bool = Field(
        default=False, description="true: it stands where `@example` names it, else below its first case"
    )
    figure: ExampleFigure | None = Field(
        default=None, description="hexes: what its figure shows besides units and arrows"
    )
    stages: tuple[ExampleStage, ...] = Field(
        default=(), description="parts of a long example, each with a figure above its paragraph"
    )


class ExamplesFile(SourceModel):
    """One file of `examples/`."""

    examples: tuple[Example, ...]


class Erratum(SourceModel):
    """A difference between our sources and the printed original, or the filling of a gap in it."""

    id: str = Field(pattern=r"^[A-Z]+-[A-Z0-9]+$")
    kind: Literal["misprint", "gap", "interpretation", "reconstruction", "confirmed"] = Field(
        description="confirmed: nothing is changed, the original was only checked; not in the printed book"
    )
    where_printed: str = Field(description="case, table or sheet of the original")
    printed: Message = Field(description="what the original says or lacks, in our words")
    ruling: Message = Field(description="what we play")
    reason: Message = Field(description="why")
    rules: tuple[Address, ...] = Field(default=(), description="cases that rest on it")
    confidence: Literal["high", "mid", "low"] = "high"


class ErrataSource(SourceModel):
    """The file `errata.yaml`."""

    errata: tuple[Erratum, ...]


class GpidsSource(SourceModel):
    """The file `gpids.yaml`: the permanent number of each VASSAL piece."""

    next: Int = Field(ge=1, description="the number that a new piece gets")
    pieces: dict[str, Int] = Field(description="counter: its number")
