"""Running text as HTML: spans, paragraphs, lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from markupsafe import Markup, escape

from pnp.generators.typeset.markup import Block, Insert, ListItem, Paragraph, Span

Target = Callable[[str], str]
"""From the anchor of a case to its place in the page."""

_VALUES = re.compile(r"(\d+(?:-[\dA-Z]+)+)")
"""Values of a counter as 20-12-2, which a browser would break after a hyphen."""


def line(spans: Sequence[Span], place: Target) -> Markup:
    """The spans of a paragraph, whose links lead to anchors."""
    return Markup("").join(_span(span, place) for span in spans)


def _span(span: Span, place: Target) -> Markup:
    html = Markup(_VALUES.sub(r'<span class="whole">\1</span>', str(escape(span.text))))
    for tag, marked in (("i", span.italic), ("b", span.bold), ("small", span.quiet)):
        html = Markup("<{0}>{1}</{0}>").format(Markup(tag), html) if marked else html
    if span.link:
        html = Markup('<a href="#{}">{}</a>').format(place(span.link), html)
    return Markup("<sup>{}</sup>").format(html) if span.raised else html


def blocks_of(
    blocks: Sequence[Block], set_line: Callable[[Sequence[Span]], Markup], insert: Callable[[Insert], Markup]
) -> Markup:
    """The blocks of a text: paragraphs, lists, and what is inserted among them."""
    return Markup("\n").join(_blocks(blocks, set_line, insert))


def _blocks(
    blocks: Sequence[Block], set_line: Callable[[Sequence[Span]], Markup], insert: Callable[[Insert], Markup]
) -> Iterator[Markup]:
    for kind, run in groupby(blocks, _kind):
        if kind in ("ol", "ul"):
            items = [block for block in run if isinstance(block, ListItem)]
            start = f' start="{items[0].marker[:-1]}"' if kind == "ol" and items[0].marker != "1." else ""
            lines = Markup("").join(Markup("<li>{}</li>").format(set_line(item.spans)) for item in items)
            yield Markup("<{0}{1}>{2}</{0}>").format(Markup(kind), Markup(start), lines)
            continue
        for block in run:
            if isinstance(block, Insert):
                yield insert(block)
            elif isinstance(block, Paragraph):
                yield Markup("<p>{}</p>").format(set_line(block.spans))


def _kind(block: Block) -> str:
    if isinstance(block, ListItem):
        return "ol" if block.marker else "ul"
    return "p"
