"""The steps of the phase that a chapter describes, as a row of arrows below its title."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pnp.draw.colour import mix
from pnp.draw.scene import Node, Path, Text, polyline
from pnp.draw.text import width_mm
from pnp.generators.book.index import RuleIndex
from pnp.generators.book.look import BLOCK_MM, INK, BookLook
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.paragraph import first_baseline_pt
from pnp.generators.typeset.styles import CONDENSED, SANS, TextStyle
from pnp.model.game import Game
from pnp.model.info import Phase, PhaseStep
from pnp.units import MM_PER_PT

FEWEST, MOST, MOST_TOLD = 2, 6, 3
"""How many steps of a chapter are worth a row, how many it shows, and of how many the texts."""

NOTCH_MM, GAP_MM, PAD_MM = 3.0, 1.2, 2.2
"""The point of an arrow, the white between two, and the room above and below their words."""

LEAST_PT = 7.2
"""However long a word in them is; it is divided before they are smaller."""

GROUND = 0.075
"""How much of the chapter's ink is in the ground."""


def steps_of(game: Game, cases: Collection[str]) -> list[Phase | PhaseStep]:
    """The steps in sequence that a chapter with these cases describes: those of one of its phases, or the phases that
    follow each other; none where most of them are told elsewhere.
    """
    phases = game.info.phases_and_parts
    sequences: list[Sequence[Phase | PhaseStep]] = [
        *(phase.steps for phase in phases if phase.steps),
        [phase for phase in game.info.phases if "setup" not in (phase.id, phase.procedure)],
        *(phase.phases for phase in phases if phase.phases),
    ]
    for sequence in sequences:
        rules = [step.rule for step in sequence]
        within = {rule for rule in rules if rule in cases}
        distinct = len(set(rules)) == len(rules)
        if distinct and len(rules) <= MOST and len(within) >= FEWEST and 2 * len(within) >= len(rules):
            return list(sequence)
    return []


def steps_row(game: Game, index: RuleIndex, look: BookLook, steps: Sequence[Phase | PhaseStep]) -> Drawing | None:
    """The arrows, left to right, each with the address and the name of a step; None where there are none."""
    if not steps:
        return None
    step_mm = (BLOCK_MM + GAP_MM) / len(steps)
    width = step_mm - GAP_MM
    heads = TextStyle(SANS, 9.2, 11.6, INK, look.accent, game.language, justify=False)
    small = TextStyle(CONDENSED, 7.8, 9.6, INK, look.accent, game.language, justify=False)
    room = width - 2 * NOTCH_MM - 1.0
    numbers = [index.bare(step.rule) if index.is_number(step.rule) else "" for step in steps]
    words = [word for step in steps for word in _name(game, index, step).split()]
    widest = max(width_mm(word, heads.faces.bold, heads.size_pt) for word in words)
    scale = max(LEAST_PT / heads.size_pt, min(1.0, room / widest))
    heads = heads.with_(size_pt=heads.size_pt * scale, leading_pt=heads.leading_pt * scale)
    names = [text_block(f"**{_name(game, index, step)}**", heads, room) for step in steps]
    told = [
        text_block(step.text, small, room) if isinstance(step, Phase) and len(steps) <= MOST_TOLD else None
        for step in steps
    ]
    line = heads.leading_pt * MM_PER_PT
    height = 2 * PAD_MM + line + max(
        name.height_mm + (text.height_mm + 0.8 if text else 0.0) for name, text in zip(names, told, strict=True)
    )  # fmt: skip
    nodes: list[Node] = []
    for number, (label, name, text) in enumerate(zip(numbers, names, told, strict=True)):
        x, notch = number * step_mm, NOTCH_MM if number else 0.0
        points = [
            (x, 0.0), (x + width - NOTCH_MM, 0.0), (x + width, height / 2), (x + width - NOTCH_MM, height), (x, height),
            (x + notch, height / 2),
        ]  # fmt: skip
        nodes.append(Path(polyline(points, close=True), fill=mix("#ffffff", look.chapter, GROUND)))
        left = x + NOTCH_MM + 1.0
        base = PAD_MM + first_baseline_pt(heads) * MM_PER_PT
        nodes.append(Text(left, base, label or str(number + 1), "condensed-bold", 9.6, look.number_ink))
        nodes.append(name.at(left, PAD_MM + line))
        if text:
            nodes.append(text.at(left, PAD_MM + line + name.height_mm + 0.8))
    return Drawing(tuple(nodes), BLOCK_MM, height)


def _name(game: Game, index: RuleIndex, step: Phase | PhaseStep) -> str:
    """What a step is called, or the title of its case where two phases call it by different names."""
    names = {one.name for phase in game.info.all_phases for one in (phase, *phase.steps) if one.rule == step.rule}
    entry = index.entry(step.rule)
    return entry.case.title if entry and len(names) > 1 else step.name
