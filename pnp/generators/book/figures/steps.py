"""The steps of the phase that a chapter describes, as arrows below its first words."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pnp.draw.colour import mix
from pnp.draw.scene import Node, Path, Text, polyline
from pnp.generators.book.index import RuleIndex
from pnp.generators.book.look import COLUMN_MM, INK, BookLook
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.paragraph import first_baseline_pt
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.game import Game
from pnp.model.info import Phase, PhaseStep
from pnp.units import MM_PER_PT

FEWEST, MOST = 2, 6
"""How many steps of a chapter are worth a list, and how many it shows."""

NOTCH_MM, GAP_MM, PAD_MM, NAME_MM = 1.4, 0.8, 1.5, 13.0
"""The point of an arrow, the white between two, the room around their words, and where their names begin."""

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


def steps_list(game: Game, index: RuleIndex, look: BookLook, steps: Sequence[Phase | PhaseStep]) -> Drawing | None:
    """The arrows, one below the other, each with the address and the name of a step; None where there are none."""
    if not steps:
        return None
    style = TextStyle(SANS, 8.8, 11.0, INK, look.accent, game.language, justify=False)
    nodes: list[Node] = []
    y = 0.0
    for number, step in enumerate(steps, 1):
        name = text_block(f"**{_name(game, index, step)}**", style, COLUMN_MM - NAME_MM - PAD_MM)
        height, middle = name.height_mm + 2 * PAD_MM, COLUMN_MM / 2
        notch = NOTCH_MM if number > 1 else 0.0
        points = [
            (0.0, y), (middle - 2 * notch, y), (middle, y + notch), (middle + 2 * notch, y), (COLUMN_MM, y),
            (COLUMN_MM, y + height), (middle + 2 * NOTCH_MM, y + height), (middle, y + height + NOTCH_MM),
            (middle - 2 * NOTCH_MM, y + height), (0.0, y + height),
        ]  # fmt: skip
        if number == len(steps):
            points[6:9] = []
        nodes.append(Path(polyline(points, close=True), fill=mix("#ffffff", look.chapter, GROUND)))
        label = index.bare(step.rule) if index.is_number(step.rule) else str(number)
        base = y + PAD_MM + first_baseline_pt(style) * MM_PER_PT
        nodes.append(Text(PAD_MM + 0.6, base, label, "condensed-bold", 9.2, look.number_ink))
        nodes.append(name.at(NAME_MM, y + PAD_MM))
        y += height + GAP_MM
    return Drawing(tuple(nodes), COLUMN_MM, y - GAP_MM)


def _name(game: Game, index: RuleIndex, step: Phase | PhaseStep) -> str:
    """What a step is called, or the title of its case where two phases call it by different names."""
    names = {one.name for phase in game.info.all_phases for one in (phase, *phase.steps) if one.rule == step.rule}
    entry = index.entry(step.rule)
    return entry.case.title if entry and len(names) > 1 else step.name
