"""Running text as part of a scene: a small block set flush left, for charts, captions and tables."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, pairwise

from pnp.draw.mirror import mirrored
from pnp.draw.scene import Group, Node, Text, moved
from pnp.draw.text import metrics
from pnp.generators.typeset.items import TextRun, run_width
from pnp.generators.typeset.markup import Insert, ListItem, Span, parse
from pnp.generators.typeset.order import as_they_stand
from pnp.generators.typeset.paragraph import TextLine, first_baseline_pt, set_lines
from pnp.generators.typeset.styles import TextStyle
from pnp.units import MM_PER_PT

SHORT_LINE, SHORT_MM = 0.35, 22.0
"""A last line shorter than this share of the width, and than two or three words, looks forgotten."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Nodes drawn from a top left corner at the origin, and the room they take (mm).

    title   its heading, which is among the nodes; "" for none
    aside   what stands beside that, such as the number of its case
    alt     what it shows, in words, where it is a picture to somebody to whom the page is read
    upright  a picture, which stays as it is where a page is mirrored
    head_mm  the height of its heading, the first of its nodes
    """

    nodes: tuple[Node, ...]
    width_mm: float
    height_mm: float
    title: str = ""
    aside: str = ""
    alt: str = ""
    upright: bool = False
    head_mm: float = 0.0

    def at(self, x: float, y: float) -> Group:
        """The drawing with its top left corner at (x, y)."""
        return Group(
            self.nodes, transform=moved(x, y), role="Figure" if self.alt else "", alt=self.alt,
            upright_mm=self.width_mm if self.upright else None,
        )  # fmt: skip

    @property
    def headless(self) -> Drawing:
        """The drawing without its heading and what stands beside that."""
        nodes = (Group(self.nodes[1:], transform=moved(0.0, -self.head_mm)),)
        return replace(self, nodes=nodes, height_mm=self.height_mm - self.head_mm, head_mm=0.0)

    @property
    def mirrored(self) -> Drawing:
        """The drawing for a page that is read from right to left."""
        return replace(self, nodes=(mirrored((replace(self, alt="").at(0.0, 0.0),), self.width_mm),))

    @property
    def least_pt(self) -> float:
        """The size of the smallest words, infinite where there are none."""
        return _least_pt(self.nodes, 1.0)

    def scaled(self, scale: float) -> Drawing:
        """The drawing at another size."""
        if scale == 1.0:
            return self
        nodes = (Group(self.nodes, transform=(scale, 0.0, 0.0, scale, 0.0, 0.0)),)
        return replace(self, nodes=nodes, width_mm=self.width_mm * scale, height_mm=self.height_mm * scale)


def _least_pt(nodes: Sequence[Node], scale: float) -> float:
    sizes = [node.size_pt * scale for node in nodes if isinstance(node, Text) and node.text.strip()]
    sizes += [_least_pt(node.children, scale * abs(node.transform[0])) for node in nodes if isinstance(node, Group)]
    return min(sizes, default=math.inf)


def below_one_another(parts: Sequence[Drawing], gap_mm: float = 0.0) -> Drawing:
    """Parts as one, with so much white between two."""
    nodes, y = list[Node](), 0.0
    for number, part in enumerate(parts):
        y += gap_mm if number else 0.0
        nodes.append(part.at(0.0, y))
        y += part.height_mm
    return Drawing(tuple(nodes), max(part.width_mm for part in parts), y)


def levelled(heights: Sequence[float], number: int) -> list[slice]:
    """What stands in each of so many columns, none of them empty, for these to be as level as can be."""
    ends = ((0, *cuts, len(heights)) for cuts in combinations(range(1, len(heights)), number - 1))
    ways = ([slice(a, b) for a, b in pairwise(cuts)] for cuts in ends)
    return min(ways, key=lambda way: max(sum(heights[part]) for part in way))


def text_block(
    text: str | Sequence[Span], style: TextStyle, width_mm: float, *, anchor: str = "start",
    resolve: Callable[[Sequence[Span]], Sequence[Span]] | None = None, gap_pt: float = 2.0,
) -> Drawing:  # fmt: skip
    """`text` (markup, or the spans of one paragraph) in lines no wider than `width_mm`.

    anchor   where the lines are flush: "start", "middle" or "end"
    resolve  gives links their text
    gap_pt   white between paragraphs and list items
    """
    shown = tuple((tuple(resolve(s) if resolve else map(_plain, s)), marker) for s, marker in _paragraphs(text))
    return _set_block(shown, style, width_mm, anchor, gap_pt)


@lru_cache(maxsize=4096)  # a chart is tried in many widths, and each of them more than once
def _set_block(
    paragraphs: tuple[tuple[tuple[Span, ...], str], ...], style: TextStyle, width_mm: float, anchor: str, gap_pt: float
) -> Drawing:
    style = style.with_(justify=False, hang=False, hyphenate=False)
    nodes: list[Node] = []
    y, short = 0.0, min(SHORT_LINE * width_mm, SHORT_MM)
    for number, (spans, marker) in enumerate(paragraphs):
        y += gap_pt * MM_PER_PT if number else 0.0
        indent = 3.2 * style.size_pt / 9.0 if marker else 0.0
        lines = evened(spans, style.with_(indent_mm=style.indent_mm + indent), width_mm, short)
        if marker and lines:
            baseline = y + first_baseline_pt(style) * MM_PER_PT
            nodes.append(Text(style.indent_mm, baseline, marker, style.faces.bold, style.size_pt, style.colour))
        for line in lines:
            baseline = y + first_baseline_pt(style) * MM_PER_PT
            nodes += line_nodes(line, baseline, width_mm, anchor)
            y += style.leading_pt * MM_PER_PT
    return Drawing(tuple(nodes), width_mm, y)


def evened(spans: Sequence[Span], style: TextStyle, width_mm: float, short_mm: float) -> tuple[TextLine, ...]:
    """Lines flush left; a last line shorter than `short_mm` is filled up from above, as far as that costs no line and
    divides no word.
    """
    best = lines = set_lines(spans, style, width_mm)
    if len(lines) < 2 or lines[-1].width_mm > short_mm:
        return lines
    for share in (0.96, 0.92, 0.88, 0.84, 0.8, 0.74, 0.68, 0.62, 0.56):
        tried = set_lines(spans, style, width_mm * share)
        told = (" ".join(line.text for line in way).split() for way in (tried, lines))
        same_words = len({("".join(words), len(words)) for words in told}) == 1
        if len(tried) == len(lines) and same_words and tried[-1].width_mm > best[-1].width_mm:
            best = tried
        if best[-1].width_mm > short_mm:
            break
    return best


def _paragraphs(text: str | Sequence[Span]) -> list[tuple[Sequence[Span], str]]:
    if not isinstance(text, str):
        return [(text, "")]
    blocks = (block for block in parse(text) if not isinstance(block, Insert))
    return [(b.spans, (b.marker or "•") if isinstance(b, ListItem) else "") for b in blocks]


def _plain(span: Span) -> Span:
    if not (span.link or span.quiet):
        return span
    return Span(span.text or span.link, span.bold, span.italic, raised=span.raised)


def line_nodes(line: TextLine, baseline_mm: float, width_mm: float, anchor: str) -> list[Node]:
    """The runs of `line` as texts on one baseline."""
    length = sum(run_width(run.text, run.look) for run in line.runs)
    x = line.indent_mm if anchor == "start" else (width_mm - length) * (0.5 if anchor == "middle" else 1.0)
    shown = as_they_stand(line.runs, backwards=line.backwards)
    if shown is not line.runs:
        return [Group(tuple(_run_nodes(shown, 0.0, baseline_mm)), transform=moved(x, 0.0), upright_mm=length)]
    return [*_run_nodes(shown, x, baseline_mm)]


def _run_nodes(runs: Sequence[TextRun], x: float, baseline_mm: float) -> Iterator[Text]:
    for run in runs:
        look = run.look
        raised = baseline_mm - look.rise_pt * MM_PER_PT
        yield Text(x, raised, run.text, look.font, look.size_pt, look.colour)
        x += run_width(run.text, look)


def centred_baseline(font: str, size_pt: float, middle_mm: float) -> float:
    """Baseline on which capitals of `font` are centred about `middle_mm`."""
    return middle_mm + metrics(font).cap_height * size_pt * MM_PER_PT / 2
