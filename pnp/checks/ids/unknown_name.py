"""unknown-name: every id that a source refers to is defined somewhere.

Sides, unit types, spaces, boxes, tracks, tables, phases, options, outcomes, counters and map symbols are each
defined in one place; everything else points at them. So do roads, rivers, traits and factors, and effects of table rows
called `space`, `side` and so on.

Passes: scenarios/standard.yaml position/units/cedar = [guard-1]
Fails:  scenarios/standard.yaml position/units/cedar = [gaurd-1]
Fails:  counters.yaml groups/tank/type = tnak
Fails:  map.yaml spaces/birch/neighbours = [alder, ceder]
Fails:  charts.yaml tables/combat/modifiers/runway/spaces = [brich]
Fails:  charts.yaml tables/combat/modifiers/runway/side = purple
Fails:  charts.yaml tables/combat/shifts = ratio
Fails:  charts.yaml record = {columns: [{id: weather, head: Weather, track: turn}]}
Fails:  charts.yaml tables/weather/rows/fair/effects = {moves: 2, mud: false, space: adler}
Fails:  counters.yaml groups/tank/home = brich
Fails:  game.yaml sides/red/played_with = solo
Fails:  game.yaml unit_types/tank/traits = [slow]
Fails:  game.yaml phases/moving/side = eech
Fails:  map.yaml tracks/turn/markers = [trun]
Fails:  map.yaml tracks/turn/arrivals = stack-limt
Fails:  map.yaml routes = [{between: [alder, brich], road: lane}]
Fails:  style.yaml cmyk = {see: [40, 10, 0, 20]}
Fails:  style.yaml cover_at = brich
Fails:  game.yaml formations = [{id: first, name: First, side: red, seat: balcony}]
Mend:   correct the spelling; the hint names the nearest id.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.ids.references import known_names, references
from pnp.errors import Problem, did_you_mean

SEVERITY = "error"

DEFINED_IN = {
    "side": "game.yaml", "unit type": "game.yaml", "phase": "game.yaml", "option": "game.yaml", "outcome": "game.yaml",
    "side of a phase": "game.yaml",
    "space": "map.yaml", "region": "map.yaml", "place": "map.yaml", "box": "map.yaml", "track": "map.yaml",
    "symbol": "map.yaml", "group": "counters.yaml", "counter": "counters.yaml", "table": "charts.yaml",
    "scenario": "scenarios/", "table of shifts": "charts.yaml", "list": "charts.yaml", "trait": "game.yaml",
    "parameter": "game.yaml", "road": "map.yaml",
    "river": "map.yaml", "factor": "counters.yaml and tracks of map.yaml", "marker of a track": "map.yaml",
    "track of values": "map.yaml",
    "counter or place": "counters.yaml and map.yaml", "nationality": "style.yaml",
    "side or nationality": "game.yaml and counters.yaml", "terrain": "map.yaml", "kind of hexside": "map.yaml",
    "set of hexes": "map.yaml", "seat": "game.yaml", "role of the palette": "style.yaml",
    "deck": "cards.yaml",
}  # fmt: skip


def check(survey: Survey) -> Iterator[Problem]:
    names_of = {kind: frozenset(names) for kind, names in known_names(survey).items()}
    for reference in references(survey):
        if reference.name not in names_of[reference.kind]:
            hint = did_you_mean(
                reference.name, names_of[reference.kind], listed=f"Defined in {DEFINED_IN[reference.kind]}."
            )
            yield problem(f"unknown {reference.kind} {reference.name!r}", reference.where, hint)
