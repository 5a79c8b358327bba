"""Examples of play in the rulebook: a tinted box with the start, the dice, the story and what the referee played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain

from reportlab.platypus.flowables import Flowable

from pnp.draw.scene import Text
from pnp.draw.text import width_mm
from pnp.errors import Problem, SourceError
from pnp.generators.book.figures.contact import Fight, column_label, fight_strip, fights_of
from pnp.generators.book.figures.situation import stage_lines
from pnp.generators.book.flow import Float, Picture, TintedBox
from pnp.generators.book.look import BOTTOM_MM, FULL_MM, GAP_MM, INK, PAD_MM, QUIET, TOP_MM, WIDE_MM, BookLook
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.items import Look
from pnp.generators.typeset.markup import Insert, ListItem, Span, parse
from pnp.generators.typeset.paragraph import JustifiedParagraph, first_baseline_pt
from pnp.generators.typeset.styles import CONDENSED, SANS, TextStyle
from pnp.maps.place_names import box_labels, place_names
from pnp.model.game import Game
from pnp.model.log import LogLine
from pnp.model.rules import CampaignMap, Example
from pnp.sources.text_values import rendered
from pnp.units import MM_PER_PT, PT_PER_MM

MOST_WHOLE = 0.85
"""A box that takes more of a column goes across both of them."""

MOST_WIDE = 0.6
"""A box across both columns takes at most so much of the height of a page."""

ROOM_MM = FULL_MM - 2 * PAD_MM
STEPS, STEP_MM = 3, (WIDE_MM - 2 * PAD_MM) / 3
"""An example of so many stages has them side by side across both columns of the page, each so wide."""


def example_box(
    game: Game, look: BookLook, example: Example, values: Mapping[str, object],
    resolved: Callable[[Sequence[Span]], tuple[Span, ...]],
    cache: dict[object, object], log: Sequence[LogLine] | None = None, figure: Drawing | None = None,
    stages: Mapping[int, Drawing] | None = None, on_page: Callable[[int], None] = lambda page: None,
) -> list[Flowable]:  # fmt: skip
    """The box of `example`, which floats to the next column when it doesn't fit.

    log     what the referee logged, from which the combats are drawn; None where it has played nothing
    figure  the cut-out of the board; None where nothing on it is spoken of
    stages  the number of a paragraph -> the cut-out above it, `room_mm` wide, with the combats of that stage
    on_page called with the page of the box
    """
    style = look.example()
    paragraph = partial(_paragraph, look, resolved, cache)
    head = partial(_head, game, look, example.title, game.words.text("Example").upper())
    parts: list[Flowable] = []
    width = room_mm(example)
    if figure is not None:
        parts.append(Picture(indented(figure), before_pt=0.0, after_pt=4.0, is_figure=True))
    fights = fights_of(game, example, log or ())

    def strips(shown: Sequence[Fight]) -> list[Flowable]:
        return [Picture(indented(fight_strip(game, fight, width)), before_pt=0.0, after_pt=4.5) for fight in shown]

    blocks = [
        block
        for block in parse(rendered(example.text, values, where=example.where("text")))
        if not isinstance(block, Insert)
    ]
    _refuse_misplaced_stages(game, example, len(blocks))
    if len(blocks) == 1:
        parts += strips(fights)
    for number, block in enumerate(blocks, 1):
        if number in (stages or {}):
            stage = next(stage for stage in example.stages if stage.paragraph == number)
            parts.append(Picture(indented(stages[number]), before_pt=5.0, after_pt=4.0, is_figure=True))
            parts += strips(fights_of(game, example, stage_lines(log or (), stage)[1]))
        if isinstance(block, ListItem):
            parts.append(paragraph(block.spans, style.with_(indent_mm=PAD_MM + 4.0), block.marker or "•"))
        else:
            parts.append(paragraph(block.spans, style))
    if len(blocks) > 1 and not stages:
        parts += strips(fights)
    if example.dice and len(fights) < len(example.dice):
        rolls = Span(f" {', '.join(map(str, example.dice))}{game.words.stop}", bold=True)
        parts.append(paragraph((Span(game.words.text("The dice, in order:"), italic=True), rolls), style))
    if fights or (log and example.expect.refused):
        shape = style.with_(faces=CONDENSED, size_pt=7.5, leading_pt=9.6, colour=QUIET, space_after_pt=0.0)
        parts.append(paragraph(played_spans(game, example, ()), shape))  # the strips show the fights
    return _boxed(look, head, parts, on_page, stages=len(stages or ()))


def campaign_box(
    game: Game, look: BookLook, campaign: CampaignMap, map_of_it: Drawing,
    resolved: Callable[[Sequence[Span]], tuple[Span, ...]], cache: dict[object, object],
) -> list[Flowable]:  # fmt: skip
    """The box of a campaign: its map, and what each arrow means."""
    style = look.example().with_(indent_mm=PAD_MM + 4.0, space_after_pt=1.0)
    texts = [(Span(arrow.text),) for arrow in campaign.arrows]
    key = [_paragraph(look, resolved, cache, text, style, str(number)) for number, text in enumerate(texts, 1)]
    picture = Picture(indented(map_of_it), before_pt=0.0, after_pt=5.0, is_figure=True)
    return _boxed(look, partial(_head, game, look, campaign.title), [picture, *key])


def _paragraph(
    look: BookLook, resolved: Callable[[Sequence[Span]], tuple[Span, ...]], cache: dict[object, object],
    spans: Sequence[Span], shape: TextStyle, marker: str = "",
) -> Flowable:  # fmt: skip
    mark = (marker, Look("sans-semibold", shape.size_pt, look.accent), PAD_MM) if marker else None
    return JustifiedParagraph(resolved(spans), shape, marker=mark, cache=cache)  # type: ignore[arg-type]


def _boxed(
    look: BookLook, head: Callable[..., Picture], parts: Sequence[Flowable],
    on_page: Callable[[int], None] = lambda page: None, *, stages: int = 0,
) -> list[Flowable]:  # fmt: skip
    """The parts on a tinted ground under a head, in one box that floats, or in several."""
    free = (look.page_mm[1] - TOP_MM - BOTTOM_MM) * PT_PER_MM
    column_mm, columns, gap_mm = (STEP_MM, STEPS, PAD_MM) if stages == STEPS else (FULL_MM, 2, GAP_MM)
    box = TintedBox([head(), *parts], look.tint, FULL_MM, PAD_MM)
    wide = TintedBox([head(), *parts], look.tint, column_mm, PAD_MM, columns, gap_mm)
    across = wide.height <= MOST_WIDE * free and (stages > 0 or box.height > MOST_WHOLE * free)
    boxes = [wide if across else box]
    if not across and box.height > free:
        boxes = _parted(head, parts, look.tint, MOST_WIDE * free)
    floats = [Float(one, wide=one.width > box.width) for one in boxes]
    floats[0].on_page = on_page
    return floats


def _parted(
    head: Callable[..., Picture], parts: Sequence[Flowable], tint: str, most_pt: float
) -> list[TintedBox]:
    """Boxes at most so high, numbered from the second; pictures stay with the words below them. What would take a box
    in each column stands side by side in one across both, behind an odd first one.
    """
    runs: list[list[Flowable]] = [[]]
    for before, part in zip([None, *parts], parts, strict=False):
        fits = TintedBox([head(), *runs[-1], part], tint, FULL_MM, PAD_MM).height <= most_pt
        if not fits and before and not isinstance(before, Picture):
            runs.append([])
        runs[-1].append(part)
    rows = (runs[max(at, 0) : at + 2] for at in range(-(len(runs) % 2), len(runs), 2))
    return [TintedBox([head(number=n), *chain(*row)], tint, FULL_MM, PAD_MM, len(row), GAP_MM)
            for n, row in enumerate(rows, 1)]  # fmt: skip


def _refuse_misplaced_stages(game: Game, example: Example, paragraphs: int) -> None:
    """Raise SourceError for a stage without a paragraph of the text, or with other actions than the example's; one
    before its first action shows the start.
    """
    actions = len(example.actions)
    for stage in example.stages:
        if stage.paragraph > paragraphs or not stage.first - 1 <= stage.last <= actions:
            message = (
                f"{example.id}: no stage of actions {stage.first} to {stage.last} above paragraph {stage.paragraph}; "
                f"it has {actions} actions and {paragraphs} paragraphs"
            )
            raise SourceError(Problem("example", message, example.where("stages"), game=game.id))


def room_mm(example: Example) -> float:
    """The width of the pictures in its box."""
    return STEP_MM - 2 * PAD_MM if len(example.stages) == STEPS else ROOM_MM


def indented(drawing: Drawing) -> Drawing:
    """`drawing` moved right by the padding of the box."""
    return Drawing((drawing.at(PAD_MM, 0.0),), PAD_MM + ROOM_MM, drawing.height_mm)


def standing(game: Game, example: Example) -> str:
    """Where the units of an example stand at its start: "2411: 3rd Division, 5th Division; 2412: …"."""
    names = place_names(game.map) | box_labels(game)
    counters = {counter.id: counter.name for counter in game.all_counters()}
    stacks = []
    for place, stack in (example.position.units or {}).items():
        units = [str(getattr(unit, "id", unit)) for unit in stack]
        if units:
            stacks.append(f"{names.get(place, place)}: {game.words.listed(counters.get(unit, unit) for unit in units)}")
    return "; ".join(stacks)


def played_spans(game: Game, example: Example, fights: Sequence[Fight]) -> tuple[Span, ...]:
    """What came out when the referee played `example`, in a line: "Played by the referee: 2–1, die 5, De."."""
    words = game.words
    outcomes = [
        words.text("{column}, die {die}, {code}", column=column_label(fight), die=fight.die, code=fight.code)
        for fight in fights
    ]
    refused = example.expect.refused
    if refused:
        outcomes.append(words.text("not allowed"))
    outcome = "; ".join(outcomes) or words.text("as described")
    spans = (Span(words.text("Played by the referee") + ":", bold=True), Span(f" {outcome}"))
    cited = (Span(" ("), Span("", link=refused), Span(")")) if refused else ()
    return (*spans, *cited, Span(words.stop))


def _head(game: Game, look: BookLook, title: str, label: str = "", number: int = 1) -> Picture:
    """The title of a box, with its number from 2, and before it what kind of box it is."""
    style = TextStyle(SANS, 10.0, 13.0, INK, look.accent, game.language)
    title += f" · {number}" if number > 1 else ""
    beside = width_mm(label, "condensed-semibold", 7.2) + 2.4 if label else 0.0
    shown, top = text_block(f"**{title}**", style, ROOM_MM - beside), 0.0
    if label and shown.height_mm > 1.5 * style.leading_pt * MM_PER_PT:
        shown, top, beside = text_block(f"**{title}**", style, ROOM_MM), 3.2, 0.0
    first = 2.2 if top else first_baseline_pt(style) * MM_PER_PT
    above = Text(PAD_MM, first, label, "condensed-semibold", 7.2, QUIET)
    nodes = (*((above,) if label else ()), shown.at(PAD_MM + beside, top))
    return Picture(Drawing(nodes, PAD_MM + ROOM_MM, top + shown.height_mm), before_pt=0.0, after_pt=4.0)
