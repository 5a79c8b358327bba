"""The rulebook as one page for a browser: what the printed book says, with links, a search and the whole log of each
example.

In: the builder of the printed book, which fills texts and draws figures for both, and what the referee told. Out:
HTML bytes. Read `rulebook_page` first.
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from markupsafe import Markup, escape

from pnp.draw import svg
from pnp.draw.bidi import is_right_to_left, isolated
from pnp.draw.colour import contrast, mix
from pnp.draw.scene import Scene, Store, texts_in
from pnp.draw.text import SCRIPTS, font_face, letters_by_face
from pnp.errors import Location
from pnp.generators.book.back import credit_spans, errata_intro, ruling_spans, scenario_facts, words_of
from pnp.generators.book.figures.contact import fights_of
from pnp.generators.book.figures.example import played_spans, standing
from pnp.generators.book.index import RuleEntry, anchor_of
from pnp.generators.book.look import WIDE_MM
from pnp.generators.book.story import BookBuilder
from pnp.generators.book.word_index import IndexEntry
from pnp.generators.charts.terrain import terrain_part
from pnp.generators.charts.units import symbols_part, unit_parts
from pnp.generators.scenarios.blocks import arrivals_part, victory_part
from pnp.generators.screen.tables import table_html
from pnp.generators.screen.template import font_faces, rendered
from pnp.generators.screen.text import blocks_of, line
from pnp.generators.sheets.head import capitals
from pnp.generators.sheets.title_ink import title_ink
from pnp.generators.tables.odds import odds_part
from pnp.generators.typeset.block import Drawing
from pnp.generators.typeset.markup import Insert, Span, parse
from pnp.generators.typeset.styles import SERIF, text_faces
from pnp.model.game import standard_scenario
from pnp.model.info import Phase
from pnp.model.rules import CampaignMap, Example
from pnp.model.scenario import Scenario

FACES = ("serif-regular", "serif-italic", "serif-bold", "sans-regular", "sans-bold", "condensed-semibold")
FAMILIES = {
    "serif": ("serif-regular", "Georgia, serif"), "sans": ("sans-regular", '"Segoe UI", Helvetica, Arial, sans-serif'),
    "condensed": ("condensed-semibold", '"Arial Narrow", sans-serif'),
}  # fmt: skip
"""The families of the page, each with what stands in for it."""
_SCRIPT_FAMILIES = tuple(f'"{font_face(f"{script}-regular").family}"' for script in SCRIPTS)
FACES_AT = "/* faces */"
"""Where the page's faces are put in, once it is known what they must show."""

_TAG = re.compile(r"<[^>]*>")
_MARKUP = re.compile(r"(<[^>]*>|&#?\w+;)")
NIGHT, READABLE = "#16181b", 5.0
"""The ground of the page at night, and the least contrast of the game's colour upon it."""
ENLARGED, MOST_MM = 1.7, 243.0
"""Pictures are larger than on paper, since a screen is read from further away, but no wider than this."""
_NAMES = re.compile(r'(\bid="|url\(#)')
_SIZE = re.compile(r'(<svg\b[^>]*?) height="[^"]*"([^>]*?) width="[^"]*"')


def rulebook_page(
    builder: BookBuilder, told: Mapping[str, Sequence[str]], *, store: Store | None = None
) -> bytes:
    """The page in the language of the builder's game.

    told   example id -> what the referee told as it played
    store  where finished forms of drawings are kept
    Raises SourceError for a text that can't be set.
    """
    return _Page(builder, told, store).html()


class _Page:
    """What the template shows."""

    def __init__(self, builder: BookBuilder, told: Mapping[str, Sequence[str]], store: Store | None) -> None:
        self.builder, self.game, self.told, self.pictures = builder, builder.game, told, Pictures(store)
        self.words, self.index = builder.game.words, builder.index
        self.backwards = is_right_to_left(builder.game.language)
        self.pictures.backwards = self.backwards
        self.inserted: set[str] = set()

    def html(self) -> bytes:
        """The whole page."""
        game = self.game
        cases = [self.case(entry) for entry in self.index.entries]
        values: dict[str, Any] = {
            "language": game.language.replace("_", "-"), "backwards": self.backwards,
            "title": capitals(game, game.info.printed_title), "subtitle": game.info.subtitle, "head": title_ink(game),
            "accent": self.builder.look.accent, "night": NIGHT, "bright": _bright(self.builder.look.accent),
            "cases": cases, "scenarios": [self.scenario(one) for one in game.scenarios.values()],
            "errata": list(self.errata()), "errata_intro": errata_intro(game) if game.errata.errata else "",
            "credits": [self.line(spans) for spans in credit_spans(game)],
            "words": self.headings(), "index": list(map(self.entry, self.builder.index_entries)),
            "glossary": [self.line(spans) for spans in self.builder.glossary.words],
        }  # fmt: skip
        values["charts"] = list(self.charts())
        values["faces"] = Markup(FACES_AT)
        shown_in = FAMILIES | {"text": FAMILIES["serif" if text_faces(game.language) is SERIF else "sans"]}
        shown_in |= {name: (getattr(game.style.faces, name), FAMILIES["sans"][1]) for name in ("title", "heading")}
        values["weights"] = {name: font_face(face).weight for name, (face, _) in shown_in.items()}
        values["families"] = {
            name: Markup(", ".join((f'"{font_face(face).family}"', *_SCRIPT_FAMILIES, others)))
            for name, (face, others) in shown_in.items()
        }  # fmt: skip
        html = rendered("rulebook.html", values)
        if self.backwards:
            html = _isolated(html)
        shown = "".join(sorted(set(_TAG.sub("", html))))
        letters: dict[str, set[str]] = {face: set(characters) for face, characters in self.pictures.letters.items()}
        for asked in {*FACES, *(face for face, _ in shown_in.values())}:
            for face, characters in letters_by_face(shown, asked).items():
                letters.setdefault(face, set()).update(characters)
        return html.replace(FACES_AT, font_faces(letters), 1).encode("utf-8")

    def headings(self) -> dict[str, str]:
        """The words of the page that aren't the game's."""
        words = self.words
        return {
            "rules": words.text("{title}: rules of play", title=self.game.info.printed_title),
            "contents": words.text("Contents"),
            "scenarios": words.text("Scenarios to play"), "errata": words.text("Rulings and changes"),
            "credits": words.text("About this edition"), "index": self.builder.index_title,
            "charts": words.text("Charts"),
            "search": words.text("Search the rules"), "none": words.text("No case has these words."),
            "link": words.text("Link to this case"), "skip": words.text("Skip to the rules"),
        }  # fmt: skip

    # Texts --------------------------------------------------------------------------------------

    @cached_property
    def places(self) -> Mapping[str, str]:
        """Anchor of a case -> its place in the page: its number as printed, where no other case has the same."""
        labels = Tally(entry.label for entry in self.index.entries)
        return {e.anchor: e.label if labels[e.label] == 1 and e.label else e.anchor for e in self.index.entries}

    def place(self, anchor: str) -> str:
        """Where a link to `anchor` leads."""
        return self.places.get(anchor, anchor)

    def line(self, spans: Sequence[Span]) -> Markup:
        """The spans of a source, their addresses resolved."""
        return line(self.index.resolved(spans), self.place)

    def text(self, text: str, where: Location | None) -> Markup:
        """A text of a case or a scenario with all that it inserts."""
        return blocks_of(parse(self.builder.filled(text, where), where=where), self.line, self.insert)

    def insert(self, block: Insert) -> Markup:
        """A table or an example that a text names."""
        found = self.builder.inserted(block, None)
        if isinstance(found, Example):
            return self.example(found)
        self.inserted.add(found.id)
        return table_html(self.game, found, self.line)

    # The parts of the book ------------------------------------------------------------------------

    def case(self, entry: RuleEntry) -> dict[str, Any]:
        """A case as the template needs it."""
        case = entry.case
        examples = self.builder.examples_after(case)
        remark = self.text(f"*{case.design_note}*", case.where("design_note")) if case.design_note else Markup("")
        option = next((o.name for o in self.game.info.options if o.id == case.option), "")
        return {
            "place": self.place(entry.anchor), "label": entry.label, "title": case.title, "level": min(entry.level, 2),
            "part": entry.part, "mark": self.builder.mark_of(case),
            "option": self.words.text("Optional rule") if option else "",
            "html": Markup("\n").join([
                self.text(case.text, case.where("text")), remark, *map(self.example, examples),
                self.campaign(case.campaign),
            ]),
        }  # fmt: skip

    def campaign(self, campaign: CampaignMap | None) -> Markup:
        """The box of a campaign: its map, and what each arrow means."""
        if campaign is None:
            return Markup("")
        key = Markup("").join(Markup("<li>{}</li>").format(arrow.text) for arrow in campaign.arrows)
        box = Markup('<aside class="example" aria-label="{0}"><p class="headline">{0}</p>{1}<ol>{2}</ol></aside>')
        picture = self.pictures.picture(self.builder.campaign_map(campaign), campaign.title)
        return box.format(campaign.title, picture, key)

    def example(self, example: Example) -> Markup:
        """The box of an example: board, story, what the referee played, and its whole log."""
        game, words = self.game, self.words
        log = self.builder.logs.get(example.id)
        figure = self.builder.figure(example)
        units = standing(game, example)
        heads = Markup('<p class="eyebrow">{}</p><p class="headline">{}</p>')
        parts = [heads.format(words.text("Example"), example.title)]
        if figure is not None:
            parts.append(self.pictures.picture(figure, units or example.title))
        elif units:
            parts.append(Markup('<p class="note">{}</p>').format(units))
        parts.append(self.text(example.text, example.where("text")))
        if log is not None:
            played = self.line(played_spans(game, example, fights_of(game, example, log)))
            told = self.told.get(example.id, ())
            items = Markup("").join(Markup("<li>{}</li>").format(sentence) for sentence in told)
            whole = Markup("<ol>{}</ol>").format(items) if told else Markup("")
            parts.append(Markup("<details><summary>{}</summary>{}</details>").format(played, whole))
        return Markup('<aside class="example" aria-label="{}">{}</aside>').format(
            f"{words.text('Example')}: {example.title}", Markup("\n").join(parts)
        )

    def scenario(self, scenario: Scenario) -> dict[str, Any]:
        """A scenario: its text, its length, its set-up."""
        return {
            "place": anchor_of(f"§scenario {scenario.id}"), "name": scenario.name,
            "html": self.text(scenario.text, scenario.where("text")),
            "facts": self.line(scenario_facts(self.game, scenario)),
        }  # fmt: skip

    def errata(self) -> Iterator[dict[str, Any]]:
        """What the original prints, what this edition does, the cases concerned, and why."""
        for erratum in self.game.errata.errata:
            case = [span for rule in erratum.rules[:1] for span in (Span("", link=rule), Span(": "))]
            asked, answer = words_of(erratum.printed, quiet=True), ruling_spans(erratum, self.index, self.words)
            spans = (*case, *asked, Span(" → "), *answer)
            yield {"id": erratum.id, "html": self.line(spans)}

    def entry(self, entry: IndexEntry) -> dict[str, Any]:
        """A line of the index with its cases."""
        cases = [{"label": c.label or c.case.title, "place": self.place(c.anchor)} for c in entry.cases]
        see = self.words.text("see {entry}", entry=entry.see) if entry.see else ""
        return {"word": entry.word, "cases": cases, "below": [self.entry(inner) for inner in entry.below], "see": see}

    # Charts -----------------------------------------------------------------------------------------

    def charts(self) -> Iterator[Markup]:
        """The tables that no case shows, the sequence of play, options, ends, and the drawings of the player aid."""
        game, words = self.game, self.words
        for table in game.charts.tables:
            if table.id not in self.inserted:
                yield table_html(game, table, self.line)
        if game.info.all_phases:
            yield self.listed(words.text("Sequence of play"), self.phases(game.info.phases))
        yield from self.pairs(words.text("Optional rules"), [(o.name, o.text) for o in game.info.options])
        yield from self.pairs(words.text("Victory"), [(o.name, o.text) for o in game.info.outcomes])
        for drawing in self.drawings():
            told = dict.fromkeys((drawing.title, *(one.text for one in texts_in(drawing.nodes))))
            alternative = "; ".join(filter(None, told))
            yield Markup("<figure>{}</figure>").format(self.pictures.picture(drawing, alternative))

    def drawings(self) -> Iterator[Drawing]:
        """The parts of the player aid that are pictures."""
        game, scenario = self.game, standard_scenario(self.game)
        hexes = game.map.kind == "hexes"
        parts: list[Drawing | None] = [odds_part(game, WIDE_MM), terrain_part(game, WIDE_MM)]
        if scenario is not None and hexes:
            parts += [arrivals_part(game, scenario, WIDE_MM), victory_part(game, scenario, WIDE_MM)]
        parts += [block.draw(WIDE_MM, 0.0) for block in unit_parts(game)]
        parts += [] if hexes else [symbols_part(game, WIDE_MM)]
        yield from (part for part in parts if part is not None)

    def listed(self, title: str, items: Markup) -> Markup:
        """A list under its title."""
        return Markup("<section><h3>{}</h3>{}</section>").format(title, items)

    def phases(self, phases: Sequence[Phase]) -> Markup:
        """Phases in order, with their steps and those within them."""
        items = []
        for phase in phases:
            steps = Markup("").join(Markup("<li>{}</li>").format(self.plain(step.name)) for step in phase.steps)
            within = Markup('<ol type="a">{}</ol>').format(steps) if steps else Markup("")
            inner = self.phases(phase.phases) if phase.phases else Markup("")
            item, stop = Markup("<li><b>{}{}</b> {}{}{}</li>"), self.words.stop if phase.text else ""
            items.append(item.format(phase.name, stop, self.plain(phase.text), within, inner))
        return Markup('<ol class="phases">{}</ol>').format(Markup("").join(items))

    def pairs(self, title: str, pairs: Sequence[tuple[str, str]]) -> Iterator[Markup]:
        """Names and what they mean, if there are any."""
        if pairs:
            rows = (Markup("<dt>{}</dt><dd>{}</dd>").format(name, self.plain(text)) for name, text in pairs)
            yield self.listed(title, Markup("<dl>{}</dl>").format(Markup("").join(rows)))

    def plain(self, text: str) -> Markup:
        """A text of one or more paragraphs as a line."""
        return Markup(" ").join(
            self.line(block.spans) for block in parse(text) if not isinstance(block, Insert)
        )


def _isolated(html: str) -> str:
    """`html` with figures and the signs between them kept in their order, as they are on paper."""
    start, end = html.index("<body>"), html.index("<script>")
    parts = _MARKUP.split(html[start:end])
    parts[::2] = map(isolated, parts[::2])
    return html[:start] + "".join(parts) + html[end:]


def _bright(accent: str) -> str:
    """The game's colour, as much lighter as it must be to be read at night."""
    shades = (mix(accent, "#ffffff", step / 20) for step in range(21))
    return next(colour for colour in shades if contrast(colour, NIGHT) >= READABLE)


class Pictures:
    """The pictures of one page.

    letters    face -> the characters that the pictures show in it
    backwards  the page is read from right to left
    """

    def __init__(self, store: Store | None) -> None:
        self.store = store
        self.letters: dict[str, set[str]] = defaultdict(set)
        self.backwards = False
        self.count = 0

    def picture(self, drawing: Drawing, alternative: str) -> Markup:
        """`drawing` somewhat larger than in print, no wider than its column.

        alternative  what a reader is told who does not see it
        """
        self.count += 1
        drawing = drawing.mirrored if self.backwards else drawing
        for text in texts_in(drawing.nodes):
            for face, characters in letters_by_face(text.text, text.font).items():
                self.letters[face] |= set(characters)
        scene = Scene(drawing.width_mm, drawing.height_mm, drawing.nodes)
        _, _, xml = svg.render(scene, store=self.store).decode("utf-8").partition("\n")
        xml = _NAMES.sub(rf"\g<1>p{self.count}-", xml).strip()
        width = min(drawing.width_mm * ENLARGED, MOST_MM)
        shown = f'role="img" aria-label="{escape(alternative)}" style="width:{width:.1f}mm"'
        return Markup(_SIZE.sub(lambda size: f"{size[1]}{size[2]} {shown}", xml, count=1))
