"""Lists of named things, set as a table."""

from __future__ import annotations

import pytest

from pnp.generators.book.set_list import LABEL_MM, named_items, runs_of, set_list
from pnp.generators.typeset.markup import Span, parse
from pnp.generators.typeset.paragraph import JustifiedParagraph
from pnp.generators.typeset.styles import SERIF, TextStyle
from pnp.units import PT_PER_MM

STYLE = TextStyle(SERIF, 9.4, 12.0, "#000000", "#000000", "en", indent_mm=10.5)


def items(*lines: str) -> list[tuple[Span, ...]]:
    return [block.spans for block in parse("\n\n".join(f"- {line}" for line in lines))]


def rows(*lines: str):
    named = named_items(items(*lines))
    return set_list(named, STYLE, lambda spans, style: JustifiedParagraph(spans, style), 4.5)


def text_of(spans) -> str:
    return "".join(span.text or f"[{span.link}]" for span in spans)


@pytest.mark.parametrize(
    ("lines", "parts"),
    [
        (["**Clear**: 1 MP", "Swamp: 2 MP", "City: see [[6.1]]"],
         [("Clear", "1 MP"), ("Swamp", "2 MP"), ("City", "see [6.1]")]),
        (["+5 for each hex", "+40 if all fall", "−10 for Oulu"],
         [("+5", "for each hex"), ("+40", "if all fall"), ("−10", "for Oulu")]),
    ],
)  # fmt: skip
def test_a_list_of_names_or_figures_is_parted(lines, parts):
    assert [(item.label, text_of(item.text)) for item in named_items(items(*lines))] == parts


@pytest.mark.parametrize(
    "lines",
    [
        ["Clear: 1 MP", "Swamp: 2 MP"],
        ["Clear: 1 MP", "Swamp: 2 MP", "Nobody enters the sea."],
        ["2 × 6-4-2: anywhere", "Nobody. Then: nothing", "8 × 2-1-2"],
        ["In [[6.1]]: nothing", "In 6.2: nothing", "In 6.3: nothing"],
        ["Clear: " + "very " * 30, "Swamp: " + "very " * 30, "City: 1"],
    ],
    ids=["two", "one without a name", "a sentence before it", "a reference in the name", "long"],
)
def test_any_other_list_keeps_its_bullets(lines):
    assert named_items(items(*lines)) is None


def test_the_texts_of_a_table_stand_level():
    """Names of different widths, one of them broken; their texts begin at one place, and every word is there."""
    table = rows(
        "Ice: closed to Finns and Soviets alike until Game-Turn 8, open to both after it",
        "Side of a major lake or the sea: closed to movement, to attacks and to zones of control",
        "City: 1",
    )

    assert {row.text.style.indent_mm for row in table} == {table[0].text.style.indent_mm}
    assert table[0].text.style.indent_mm <= 10.5 + LABEL_MM + 2.7
    assert " ".join(line.text.strip() for line in table[1].label) == "Side of a major lake or the sea"
    heights = [row.wrap(72.5 * PT_PER_MM, 999.0)[1] for row in table]
    assert heights[1] > heights[2]


def test_numbered_items_and_bullets_are_lists_of_their_own():
    assert [len(run) for run in runs_of(parse("Text\n\n- a\n\n- b\n\n1. c\n\n2. d\n\nText"))] == [1, 2, 2, 1]
