"""The steps of the phase that a chapter describes, as arrows below its first words across the page."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pnp.draw.colour import mix
from pnp.draw.scene import Node, Path, polyline
from pnp.draw.text import width_mm
from pnp.generators.book.index import RuleIndex
from pnp.generators.book.look import INK, QUIET, WIDE_MM, BookLook
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.game import Game
from pnp.model.info import Phase, PhaseStep

FEWEST, MOST = 2, 6
"""How many steps of a chapter are worth a list, and how many it shows."""

NOTCH_MM, GAP_MM, PAD_MM = 3.0, 1.4, 2.0
"""The point of an arrow, the white between two, the room above and below their words."""
MOST_TOLD, LEAST_PT = 4, 6.5
"""So many arrows in a row have room for a sentence each; the least size of their names."""

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


def steps_drawn(game: Game, index: RuleIndex, look: BookLook, steps: Sequence[Phase | PhaseStep]) -> Drawing:
    """The arrows with the address and the name of each step, in a row as wide as both columns; up to `MOST_TOLD` say
    what is done.
    """
    step_mm = (WIDE_MM + GAP_MM) / len(steps)
    room = step_mm - GAP_MM - 2 * NOTCH_MM - 1.0
    names = [f"**{_label(index, step, n)}\u2002{_name(game, index, step)}**" for n, step in enumerate(steps, 1)]
    heads = TextStyle(SANS, 9.2, 11.6, INK, look.accent, game.language, justify=False)
    widest = max(width_mm(word, heads.faces.bold, heads.size_pt) for name in names for word in name.strip("*").split())
    if widest > room:
        heads = heads.with_(size_pt=max(LEAST_PT, heads.size_pt * room / widest))
    small = TextStyle(SANS, 7.6, 9.8, QUIET, look.accent, game.language, justify=False)
    told = [step.text if isinstance(step, Phase) and len(steps) <= MOST_TOLD else "" for step in steps]
    blocks = [
        [text_block(name, heads, room), *([text_block(text, small, room)] if text else [])]
        for name, text in zip(names, told, strict=True)
    ]
    height = 2 * PAD_MM + max(sum(block.height_mm for block in part) for part in blocks)
    nodes: list[Node] = []
    for number, part in enumerate(blocks):
        x, y = number * step_mm, PAD_MM
        end, notch = x + step_mm - GAP_MM, NOTCH_MM if number else 0.0
        points = [(x, 0.0), (end - NOTCH_MM, 0.0), (end, height / 2), (end - NOTCH_MM, height), (x, height),
                  (x + notch, height / 2)]  # fmt: skip
        nodes.append(Path(polyline(points, close=True), fill=mix("#ffffff", look.chapter, GROUND)))
        for block in part:
            nodes.append(block.at(x + NOTCH_MM + 0.5, y))
            y += block.height_mm
    return Drawing(tuple(nodes), WIDE_MM, height)


def _label(index: RuleIndex, step: Phase | PhaseStep, number: int) -> str:
    return index.bare(step.rule) if index.is_number(step.rule) else str(number)


def _name(game: Game, index: RuleIndex, step: Phase | PhaseStep) -> str:
    """What a step is called, or the title of its case where two phases call it by different names."""
    names = {one.name for phase in game.info.all_phases for one in (phase, *phase.steps) if one.rule == step.rule}
    entry = index.entry(step.rule)
    return entry.case.title if entry and len(names) > 1 else step.name
