"""A book of which only some texts, examples or counters have changed: all parts of its pages that show none of that stay as painted.

In: how the book came out last, with its pages (`BookPages`). Out: the book with the same bytes as if it were set from none of
that, or None when more has changed than the texts of passages and counters. Read `set_again` first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from reportlab.platypus.flowables import Flowable

from pnp.generators.counter_reads import REST, Values
from pnp.generators.rulebook_drawn import key_of, sheet_hash
from pnp.generators.rulebook_flow import Float, Picture
from pnp.generators.rulebook_index import CREDITS, END, ERRATA, FRONT, VALUES, case_name, example_name
from pnp.generators.rulebook_kept import BookLayout, BookPages, BookParts, Passage, Read
from pnp.generators.rulebook_look import BookLook
from pnp.generators.rulebook_marks import gaps_of, marks_of, marks_of_passage
from pnp.generators.rulebook_pages import FOOT, Record, foot_plate
from pnp.generators.rulebook_painted import LostForm, PaintedPage
from pnp.generators.rulebook_press import Book, Press, below
from pnp.generators.rulebook_story import BookBuilder
from pnp.generators.typeset.placed import Name, Placed
from pnp.model.game import Game
from pnp.output import content_hash
from pnp.sources.text_values import names_in, values_named


def base_of(game: Game, look: BookLook) -> str:
    """A hash of all that a book is made of but the texts of its passages and what may change of its counters."""
    cases = [(case.id, case.option, case.rulings) for case in game.cases()]
    rulings = [(erratum.id, erratum.kind) for erratum in game.errata.errata]
    examples = [(example.id, example.rules, example.in_rulebook) for example in game.all_examples()]
    return content_hash(sheet_hash(game), look.paper, repr((cases, rulings, examples)))


class Moved(Exception):
    """Something comes to stand elsewhere than in the book before."""


@dataclass(frozen=True)
class Text:
    """What a passage tells: a hash of all its sources, and its text where values stand in it."""

    source: str
    text: str = ""


def texts_of(builder: BookBuilder, game: Game) -> dict[str, Text]:
    """The passages of `game` by their names."""
    found = {case_name(case.id): Text(content_hash(case.text), case.text) for case in game.cases()}
    for example in game.all_examples():
        told = repr([kept.get(example.id) for kept in (builder.played, builder.logs, builder.facts)])
        found[example_name(example.id)] = Text(content_hash(example.model_dump_json(), told), example.text)
    return found | {ERRATA: Text(content_hash(game.errata.model_dump_json())), CREDITS: Text("")}


# What a book leaves ---------------------------------------------------------------------------------------


def pages_of(press: Press, game: Game, pages: Sequence[PaintedPage], parts: BookParts) -> BookPages:
    """What a book that was painted whole leaves for the next.

    game  as it was given, so that nothing here counts as read by the book
    """
    builder, values = press.builder, Values(game)
    texts = texts_of(builder, game)
    passages = {
        name: passage_of(builder, name, texts[name], names_of(texts[name].text), values)
        for name in sorted(builder.passages) if name in texts
    }  # fmt: skip
    return BookPages(
        base_of(game, builder.look), passages, _read(builder, VALUES, values), _read(builder, REST, values),
        sheet_marks(builder), dict(drawn_of(builder)), tuple(pages),
    )  # fmt: skip


def _read(builder: BookBuilder, part: str, values: Values) -> Read:
    seen = tuple(sorted(builder.reads.parts.get(part, ())))
    return seen, values.of(seen)


def names_of(text: str) -> tuple[str, ...]:
    """The values that a text names, each once."""
    return tuple(dict.fromkeys(names_in(text))) if "{" in text else ()


def passage_of(builder: BookBuilder, name: str, text: Text, named: tuple[str, ...], values: Values) -> Passage:
    """A passage as `builder` has made it."""
    parts = builder.passages[name]
    told = values_named(builder.values, named) if named else ""
    return Passage(text.source, named, told, *_read(builder, name, values), marks_of_passage(name, parts), gaps_of(parts))


def sheet_marks(builder: BookBuilder) -> tuple[str, str]:
    """What decides where things come to stand on the first and on the last pages."""
    return marks_of(builder.passages[FRONT], ()), marks_of(builder.passages[END], builder.summary)


def drawn_of(builder: BookBuilder) -> Iterator[tuple[Name, str]]:
    """The drawings on the first and the last pages and at the foot of the short page, and a hash of what each shows."""
    for part in (*builder.passages[FRONT], *builder.passages[END]):
        if isinstance(part, Picture) and part.place:
            yield part.place, key_of(part.drawing)
    if builder.foot is not None:
        yield FOOT, key_of(builder.foot)


# A book once more -----------------------------------------------------------------------------------------


def set_again(builder: BookBuilder, game: Game, layout: BookLayout, parts: BookParts) -> Book | None:
    """The book with only those parts painted that show what has changed; None when it has to be set whole.

    builder  in the look of `layout`
    Raises Moved when it has to be found anew what stands where.
    """
    kept = layout.painted
    if kept is None or kept.base != base_of(game, builder.look) or not all(page.whole for page in kept.pages):
        return None
    press, values = Press(builder, parts), Values(game)
    if values.of(kept.rest[0]) != kept.rest[1]:
        return None
    builder.before = record = layout.record
    changed = _changed_passages(builder, game, kept, values)
    builder.foot = below(builder.summary, layout.short_page, builder.look)
    builder.front(record)
    builder.end(Record())
    sheets = sheet_marks(builder)
    if sheets[1] != kept.sheets[1]:
        raise Moved
    drawn = dict(drawn_of(builder))
    passages = {**kept.passages, **changed}
    try:
        pages = _repainted(press, kept, _anew(builder, changed, [name for name, key in drawn.items() if kept.drawn.get(name) != key]))
        if sheets[0] != kept.sheets[0]:
            front = press.front(record)
            if len(front) != record.pages[builder.index.entries[0].anchor] - 1:
                raise Moved
            pages[: len(front)] = front
        book = press.book(record, pages, gaps_in(passages))
    except LostForm:
        return None
    read = _read(builder, VALUES, values) if VALUES in builder.reads.parts else kept.values
    kept = replace(kept, passages=passages, values=read, sheets=sheets, drawn=drawn, pages=tuple(pages))
    parts.layouts[builder.look.paper] = replace(layout, painted=kept)
    return book


def gaps_in(passages: Mapping[str, Passage]) -> tuple[float, float]:
    """The tightest and the loosest gap between words in a book."""
    gaps = [passage.gaps for passage in passages.values()]
    return min(gap for gap, _ in gaps), max(gap for _, gap in gaps)


def _changed_passages(builder: BookBuilder, game: Game, kept: BookPages, values: Values) -> dict[str, Passage]:
    """The passages that show something else than before, made anew. Raises Moved."""
    renamed = values.of(kept.values[0]) != kept.values[1]
    texts = texts_of(builder, game)
    changed: dict[str, Passage] = {}
    for name, before in kept.passages.items():
        text = texts[name]
        same_text = text.source == before.source
        named = before.named if same_text else names_of(text.text)
        same_values = not (renamed and named) or values_named(builder.values, named) == before.values
        if same_text and same_values and values.of(before.seen) == before.read:
            continue
        _make(builder, name)
        changed[name] = passage_of(builder, name, text, named, values)
        if changed[name].marks != before.marks:
            raise Moved
    return changed


def _make(builder: BookBuilder, name: str) -> None:
    """Have `builder` make one passage, with nothing in the place of examples in it."""
    kind, _, inner = name.partition(" ")
    if name == ERRATA:
        builder.errata()
    elif name == CREDITS:
        builder.credits()
    elif kind == "case":
        entry = builder.index.entry(inner)
        assert entry is not None
        builder.stand_ins = True
        try:
            builder.case(entry)
        finally:
            builder.stand_ins = False  # what is made next may be the whole book
    else:
        builder.example(next(example for example in builder.game.all_examples() if example.id == inner))


def _anew(builder: BookBuilder, changed: Mapping[str, Passage], drawn: Sequence[Name]) -> dict[Name, Placed]:
    """The parts of the changed passages, and those of the sheets that are named in `drawn`."""
    found = {part.place: part for name in changed for part in _flat(builder.passages[name]) if part.place and part.place[0] == name}
    sheets = {part.place: part for name in (FRONT, END) for part in _flat(builder.passages[name]) if part.place}
    if builder.foot is not None:
        sheets[FOOT] = foot_plate(builder.foot)
    return found | {name: sheets[name] for name in drawn}


def _flat(parts: Sequence[Flowable]) -> Iterator[Placed]:
    for part in parts:
        if isinstance(part, Float):
            yield from _flat(part.parts)
        elif isinstance(part, Placed):
            yield part


def _repainted(press: Press, kept: BookPages, anew: Mapping[Name, Placed]) -> list[PaintedPage]:
    """The pages with the parts of `anew` painted anew. Raises LostForm."""
    return [
        press.painted_again(page, number, anew) if any(place.name in anew for place in page.places) else page
        for number, page in enumerate(kept.pages, 1)
    ]
