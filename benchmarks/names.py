"""Names on hex maps that lie nearer than 0.8 mm to lines, numbers, symbols or other names, in each language."""

from __future__ import annotations

from collections import Counter

from pnp.draw.text import width_mm
from pnp.generators.maps.sheet import ground_sheet, plan_sheet
from pnp.maps.hexes.obstacles import collisions, drawn_things
from pnp.sources import game_folders, load_game
from pnp.translate.apply import localised


def measure() -> dict[str, str]:
    """Per game and language: colliding names of all names, and with what they collide."""
    report = {}
    for folder in game_folders().values():
        game = load_game(folder)
        ground = ground_sheet(game)
        for language in game.info.languages if ground else ():
            plan = plan_sheet(localised(game, language), ground=ground)
            labels = plan.labels
            assert labels is not None and plan.hexes is not None
            things = drawn_things(plan.hexes, labels.towns, labels.badges, labels.lines, labels.numbers)
            left = collisions(things, labels.places, labels.areas, width_mm)
            kinds = ", ".join(f"{kind} {number}" for kind, number in sorted(Counter(c.thing for c in left).items()))
            names = len(labels.places) + len(labels.areas)
            colliding = len({collision.name for collision in left})
            report[f"{game.info.id}, {language}"] = f"{colliding} of {names} names ({kinds or 'none'})"
    return report
