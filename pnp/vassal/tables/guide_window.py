"""The window of a guide: one picture for each step, with buttons for yes, no and beginning again.

The picture follows a property of the module; what is answered is told in the chat with its rule. One step back of the
engine takes an answer back.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.draw.colour import INK, QUIET
from pnp.draw.scene import Node, Path, Scene, Stroke, Text, line, rect
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.game import Game
from pnp.vassal.context import Context, change, expression, nested, quoted, rule_label, spoken, with_sign
from pnp.vassal.format.buildfile import Element, component, global_property
from pnp.vassal.format.encoding import join_fields, key_list, text_list
from pnp.vassal.format.traits import Piece, Trait, marker_trait, trait
from pnp.vassal.tables.guide import Guide, GuideStep, guides
from pnp.vassal.tables.guide_answers import UNKNOWN, answer, loss_properties
from pnp.vassal.tables.panel import click_area, panel_window

WIDTH_MM, HEIGHT_MM, PAD_MM, HEAD_MM, FOOT_MM = 118.0, 92.0, 6.0, 14.0, 11.0
FRAMES = ("guide-answer-yes.svg", "guide-answer-no.svg")
"""Files of the frames round an answer."""
TEXT_PT = (13.0, 11.5, 10.0, 9.0, 8.0, 7.0, 6.0)
"""Sizes of a step's text; the largest that fits is taken."""


def guide_image(guide: Guide, step: int) -> str:
    """The file of the picture of a step, which counts from 1."""
    return f"{guide.piece}-{step}.svg"


def guide_windows(context: Context) -> list[Element]:
    """A window for each guide."""
    size = panel_size(context)
    return [
        panel_window(
            window_name(guide), guide_piece(context, guide), context.base.gpids.pieces[guide.piece], size,
            title=shown.title, button=shown.title, icon=context.images["button", "guide"],
            tooltip=context.words.text("Leads through {title}, step by step", title=shown.title),
        )
        for guide, shown in _pairs(context)
    ]  # fmt: skip


def window_name(guide: Guide) -> str:
    """The window's name in English: saved games are tied to it."""
    return guide.title


def panel_size(context: Context) -> tuple[int, int]:
    """Width and height of the picture in pixels."""
    return context.layout.px(WIDTH_MM), context.layout.px(HEIGHT_MM)


def _pairs(context: Context) -> list[tuple[Guide, Guide]]:
    return list(zip(guides(context.base), guides(context.shown), strict=True))


# The piece -----------------------------------------------------------------------------------------------


def guide_piece(context: Context, guide: Guide) -> Piece:
    """The guide as a piece that can't be moved; `guide` in English."""
    gpid = context.base.gpids.pieces[guide.piece]
    images = [guide_image(guide, step) for step in range(1, len(guide.steps) + 1)]
    traits: list[Trait] = [
        trait("immob", select="n", move="V", stack="R", description="stays in its window"),
        *(_button(context, guide, key, place) for key, place in _buttons().items()),
        # A step back of the engine paints the pieces anew that it changes: without this one the old step stays shown.
        trait("PROP", name="Pressed", constraints="true,0,9,true", state="0", description="painted anew",
              commands=text_list([join_fields(["", guide.key(key, "pressed"), "I,1"], ":") for key in _buttons()])),
        *(trait("globalhotkey", key=guide.key(key, "pressed"), hotkey=guide.key(key)) for key in _buttons()),
        *_sum_label(context, guide),
        *_answer_frame(context, guide),
        trait("emb2", images=text_list(images), names=text_list([""] * len(images)), name="GuideStep", follow=True,
              expression=expression(guide.step_property)),
        marker_trait({"CounterId": guide.piece, "Side": "", "Layer": "markers"}),
        trait("piece", image=images[0], name=guide.title, state=f"null;0;0;{gpid};0"),
    ]  # fmt: skip
    return Piece("null", tuple(traits))


def _buttons() -> dict[str, tuple[float, float, float, float]]:
    """Part of the key -> left, top, width, height in mm."""
    width, y = (WIDTH_MM - 2 * PAD_MM - 8.0) / 3, HEIGHT_MM - PAD_MM - FOOT_MM
    names = ("yes", "no", "again")
    return {name: (PAD_MM + index * (width + 4.0), y, width, FOOT_MM) for index, name in enumerate(names)}


def _button(context: Context, guide: Guide, key: str, place: tuple[float, float, float, float]) -> Trait:
    x, y, width, height = place
    corners = *_from_centre(context, x, y), *_from_centre(context, x + width, y + height)
    return click_area(guide.key(key, "pressed"), *corners)


def _from_centre(context: Context, x: float, y: float) -> tuple[int, int]:
    px = context.layout.px
    return px(x) - px(WIDTH_MM) // 2, px(y) - px(HEIGHT_MM) // 2


def _answer_frame(context: Context, guide: Guide) -> list[Trait]:
    """A frame round the answer that the pieces give to the present question."""
    told = [(f"{guide.step_property}=={n}", level) for n, step in enumerate(guide.steps, 1)
            if (level := answer(context, step.asks))]  # fmt: skip
    if not told:
        return []
    return [trait("emb2", images=text_list(["", *FRAMES]), names=text_list(["", "", ""]), name="Answer", follow=True,
                  expression=expression(nested(told, str(UNKNOWN))), first_level=1, always_active=True, state="1",
                  description="what the pieces answer")]  # fmt: skip


def answer_frames() -> dict[str, Scene]:
    """File -> the picture with the frame round the button of its answer, as large as the panel."""
    frames = {}
    for name, key in zip(FRAMES, ("yes", "no"), strict=True):
        x, y, width, height = _buttons()[key]
        ring = Path(rect(x - 1.2, y - 1.2, width + 2.4, height + 2.4, 2.2), stroke=Stroke("#1f7a3a", 3.2))
        frames[name] = Scene(WIDTH_MM, HEIGHT_MM, (ring,), title=key)
    return frames


def _sum_label(context: Context, guide: Guide) -> list[Trait]:
    """The sum of the answers, in the corner."""
    if not guide.sums:
        return []
    x, y = _from_centre(context, WIDTH_MM - PAD_MM - 8.0, HEAD_MM / 2)
    return [trait(
        "label", menu="", size=24, background="", ink="29,27,24", vertical="c", v_offset=y, horizontal="c", h_offset=x,
        v_justify="c", h_justify="c", format="$pieceName$", font="SansSerif", style=1, property="Sum",
        state=expression(with_sign(guide.sum_property)), description="sum of the answers",
    )]  # fmt: skip


# The commands --------------------------------------------------------------------------------------------


def guide_properties(context: Context) -> list[Element]:
    """The present step and the sum of each guide, with the hidden commands that change them."""
    properties = []
    for guide, _ in _pairs(context):
        ways = {"yes": [step.yes for step in guide.steps], "no": [step.no or step.yes for step in guide.steps]}
        moves = [(guide.key(name, "step"), change(_by_step(guide, following))) for name, following in ways.items()]
        properties.append(global_property(guide.step_property, "1", [*moves, (guide.key("again", "step"), "P,1")]))
        if guide.sums:
            added = nested([(f"{guide.step_property}=={n}", str(step.add)) for n, step in enumerate(guide.steps, 1)
                            if step.add], "0")  # fmt: skip
            properties.append(global_property(guide.sum_property, "0", [
                (guide.key("yes", "sum"), change(f"{guide.sum_property}+{added}")), (guide.key("again", "sum"), "P,0"),
            ]))  # fmt: skip
    return [*properties, *loss_properties(context)]


def _by_step(guide: Guide, following: Sequence[int]) -> str:
    cases = [(f"{guide.step_property}=={n}", str(after)) for n, after in enumerate(following, 1) if after]
    return nested(cases, guide.step_property)


def guide_buttons(context: Context) -> list[Element]:
    """What the buttons of the windows do, and the menu that opens them."""
    buttons = []
    for guide, shown in _pairs(context):
        for name in ("yes", "no"):
            keys = [*([guide.key(name, "sum")] if guide.sums and name == "yes" else []), guide.key(name, "step"),
                    guide.key("ended")]  # fmt: skip
            buttons.append(_command(guide.key(name), keys, _told(context, shown, yes=name == "yes")))
        keys = [guide.key("again", part) for part in ("step", *(["sum"] if guide.sums else []))]
        buttons.append(_command(guide.key("again"), keys, ""))
        buttons.append(_command(guide.key("ended"), [], _end_told(context, shown)))
    titles = [guide.title for guide in guides(context.base)]  # the engine looks for the English ones
    if len(titles) > 1:
        buttons.append(component(
            "ToolbarMenu", description="Guides", text=context.words.text("Guides"), hotkey="",
            tooltip=context.words.text("Procedures and check lists, step by step"),
            icon=context.images["button", "guide"], menuItems=text_list(titles),
        ))  # fmt: skip
    return buttons


def _command(hotkey: str, keys: Sequence[str], report: str) -> Element:
    return component(
        "DoActionButton", name=hotkey.split(",")[-1], text="", tooltip="", icon="", hotkey=hotkey,
        doReport=bool(report), reportFormat=report, doSound=False, doHotkey=bool(keys), hotkeys=key_list(keys),
        doLoop=False,
    )  # fmt: skip


def _told(context: Context, shown: Guide, *, yes: bool) -> str:
    """An expression for the step that is left, with its answer and its rule; "" at an end."""
    words, cases = context.words, []
    for number, step in enumerate(shown.steps, 1):
        if not step.yes:
            continue
        said = step.head or _plain(step.text)
        if step.is_question:
            said = f"{said} {words.text('Yes') if yes else words.text('No')}"
        cases.append((f"{shown.step_property}=={number}", quoted(f"{said} [{step.rule}]")))
    return expression(nested(cases, '""'))


def _end_told(context: Context, shown: Guide) -> str:
    """An expression for the text of the end that is reached, with the sum; "" elsewhere."""
    cases = []
    for number, step in enumerate(shown.steps, 1):
        if step.yes:
            continue
        text = quoted(f"{step.head or _plain(step.text)} [{step.rule}]")
        if shown.sums:
            values = {"title": quoted(shown.title), "sum": with_sign(shown.sum_property), "rule": quoted(step.rule)}
            text = spoken(context.words.text("{title}: {sum} [{rule}]"), values)
        cases.append((f"{shown.step_property}=={number}", text))
    return expression(nested(cases, '""'))


def _plain(text: str) -> str:
    return text.replace("**", "").replace("\n", " ")


# The pictures --------------------------------------------------------------------------------------------


def guide_pictures(game: Game, guide: Guide) -> list[Scene]:
    """A picture for each step in the language of `game` and `guide`."""
    return [_picture(game, guide, number, step) for number, step in enumerate(guide.steps, 1)]


def _picture(game: Game, guide: Guide, number: int, step: GuideStep) -> Scene:
    """Title, head, text, rule, and the buttons that the step has."""
    palette = game.style.palette
    accent, quiet = game.style.accent, palette.get("quiet-text", QUIET)
    nodes: list[Node] = [
        Path(rect(0, 0, WIDTH_MM, HEIGHT_MM), fill=palette.get("panel", "#fefdf9")),
        Text(PAD_MM, 8.6, guide.title, "condensed-bold", 15.0, INK),
        line(PAD_MM, HEAD_MM - 2.4, WIDTH_MM - PAD_MM, HEAD_MM - 2.4, Stroke(accent, 1.6)),
    ]
    y, foot = HEAD_MM + 1.0, HEIGHT_MM - PAD_MM - FOOT_MM
    if step.head:
        nodes.append(Text(PAD_MM, y + 4.4, step.head, "condensed-bold", 13.0, accent))
        y += 7.0
    nodes.append(_fitted(game, step.text, foot - y - 7.5).at(PAD_MM, y))
    count = f"{number} / {len(guide.steps)}"
    nodes.append(Text(PAD_MM, foot - 2.2, f"[{step.rule}]", "condensed-regular", 11.0, quiet))
    nodes.append(Text(WIDTH_MM - PAD_MM, foot - 2.2, count, "condensed-regular", 11.0, quiet, anchor="end"))
    for key, text in _labels(game, step).items():
        x, top, width, height = _buttons()[key]
        fill, ink = (accent, "#ffffff") if key == "yes" else ("#e9e6dd", INK)
        nodes.append(Path(rect(x, top, width, height, 1.4), fill=fill, stroke=Stroke("#3a352c", 0.6)))
        nodes.append(
            Text(x + width / 2, top + height / 2 + 1.9, text, "condensed-bold", 14.0, ink, anchor="middle")
        )
    nodes.append(Path(rect(0.2, 0.2, WIDTH_MM - 0.4, HEIGHT_MM - 0.4), stroke=Stroke("#3a352c", 0.8)))
    return Scene(WIDTH_MM, HEIGHT_MM, tuple(nodes), title=guide.title)


def _labels(game: Game, step: GuideStep) -> dict[str, str]:
    """The buttons of a step; one that isn't there does nothing, or the same as the one beside it."""
    words = game.words
    first = {"yes": words.text("Yes"), "no": words.text("No")} if step.is_question else {"yes": words.text("Next")}
    return {**(first if step.yes else {}), "again": words.text("Begin again")}


def _fitted(game: Game, text: str, height_mm: float) -> Drawing:
    """The text in the largest size in which it fits; in the smallest, where it is long, scaled to the height."""
    width = WIDTH_MM - 2 * PAD_MM

    def resolved(spans: Sequence[Span]) -> Sequence[Span]:
        return [Span(span.text or f"[{rule_label(game, span.link)}]", bold=span.bold, italic=span.italic)
                if span.link else span for span in spans]  # fmt: skip

    for size in TEXT_PT:
        block = text_block(text, TextStyle(SANS, size, 1.25 * size, INK), width, resolve=resolved)
        if block.height_mm <= height_mm:
            return block
    return block.scaled(height_mm / block.height_mm)
