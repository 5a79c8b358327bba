"""Markup of rule texts: what it means, and that it can do nothing else."""

from __future__ import annotations

import time

import pytest

from pnp.errors import Location, SourceError
from pnp.generators.typeset.markup import Insert, ListItem, Paragraph, Span, markup_faults, parse, plain_text


def test_terms_emphasis_and_links():
    assert parse("A **unit** is *whole* [[4.1]], see [[4.2|moving]].") == (
        Paragraph(
            (
                Span("A "),
                Span("unit", bold=True),
                Span(" is "),
                Span("whole", italic=True),
                Span(" "),
                Span("", link="4.1"),
                Span(", see "),
                Span("moving", link="4.2"),
                Span("."),
            )
        ),
    )


def test_lists_paragraphs_and_inserts():
    """A blank line parts paragraphs; a broken line in the source doesn't."""
    text = "One\ntwo.\n\n- first\n- second\n  half\n\n1. do\n2. act\n\n@table combat\n@example opening\n"

    assert parse(text) == (
        Paragraph((Span("One two."),)),
        ListItem((Span("first"),)),
        ListItem((Span("second half"),)),
        ListItem((Span("do"),), "1."),
        ListItem((Span("act"),), "2."),
        Insert("table", "combat"),
        Insert("example", "opening"),
    )


@pytest.mark.parametrize(
    "text",
    [
        '<img src="/etc/passwd"/> & <b>bold</b>',
        "**never closed",
        "2 * 3 * 4 is 24",
        "a ** b",
        "[[broken",
        "@tables combat",
        "@table ../../etc",
        "{% for x in y %}",
    ],
)
def test_what_is_no_markup_is_printed_as_it_stands(text):
    assert plain_text(text) == text
    assert all(isinstance(block, Paragraph) for block in parse(text))


def test_bold_inside_emphasis_nests():
    assert parse("*x **y** z*")[0] == Paragraph(
        (Span("x ", italic=True), Span("y", bold=True, italic=True), Span(" z", italic=True))
    )


def test_faults_are_named():
    assert markup_faults("The **term is") == ("'**' without its partner in 'The **term is'",)
    assert markup_faults("see [[4.1]") == ("a broken cross-reference in 'see [[4.1]'",)
    assert markup_faults("@tabel combat") == ("an unknown directive: '@tabel combat'",)
    assert markup_faults("A **term**, *this*, [[4.1]].\n\n@table combat") == ()


def test_ten_megabytes_are_refused_at_once():
    started = time.process_time()
    with pytest.raises(SourceError) as refused:
        parse("*" * 10_000_000, where=Location("rules/x.yaml", 7, 3))

    assert refused.value.problems[0].where == Location("rules/x.yaml", 7, 3)
    assert "10000000 characters" in str(refused.value)
    assert time.process_time() - started < 1.0


def test_hostile_marks_stay_quick():
    """The longest text allowed, all marks: linear time."""
    started = time.process_time()
    for text in ("**" * 45_000, "[[" * 45_000, "*a" * 45_000, "[[x|" * 22_000):
        parse(text)
    assert time.process_time() - started < 3.0
