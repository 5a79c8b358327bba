"""missing-symbol: every symbol that a source names can be drawn.

Unit types name a symbol of a unit's box, or parts that fit together, markers and face-down backs a drawing without a
frame, spaces a badge of the map, unless `drawn`, `badge` or `picture` says how they look. `letters` also needs
letters: the abbreviation of the type, or the designation of each of its counters.

Passes: game.yaml unit_types/tank/symbol = cavalry
Passes: game.yaml unit_types/tank/symbol = letters
        and counters.yaml groups/tank/designation = TK
Passes: game.yaml unit_types/tank/symbol = infantry+motorised+mountain
Fails:  game.yaml unit_types/tank/symbol = cavlary
Fails:  game.yaml unit_types/tank/symbol = infantry+cavalry
Fails:  game.yaml unit_types/tank/symbol = infantry+wheels
Fails:  game.yaml unit_types/tank/symbol = motorised+mountain
Fails:  game.yaml unit_types/tank/symbol = letters
Fails:  counters.yaml groups/turn/marker = hourglass
Fails:  style.yaml sides/blue/emblem = lion
Fails:  map.yaml symbols/+ = {id: volcano, name: volcano, rule: "1.1"}
Passes: counters.yaml groups/turn/marker = hourglass
        and counters.yaml groups/turn/silhouette = art/tank.svg
Mend:   take one that exists (`pnp list --symbols`), or draw it in `pnp/symbols` and list it there.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem, did_you_mean
from pnp.model.cards import CardArt
from pnp.symbols import MAP_BADGES, MARK_SYMBOLS, unit_symbol_misfit

SEVERITY = "error"

HEX_TOWNS = ("capital", "city", "town", "village")
"""Kinds of towns that a hex map draws by itself."""


def check(survey: Survey) -> Iterator[Problem]:
    game = survey.game
    for kind in game.info.unit_types:
        if wrong := unit_symbol_misfit(kind.symbol):
            yield problem(wrong[0], kind.where("symbol"), wrong[1])
    for model, symbol in survey.having("symbol"):
        named_by_card = isinstance(model, CardArt) and symbol and symbol not in MARK_SYMBOLS
        if named_by_card and (wrong := unit_symbol_misfit(symbol)):
            yield problem(wrong[0], model.where("symbol"), wrong[1])
    named = [(g, "marker", g.marker, MARK_SYMBOLS) for g in game.counters.groups if g.marker and not g.silhouette]
    named += [(s, "emblem", s.emblem, MARK_SYMBOLS) for s in game.style.sides.values() if s.emblem]  # type: ignore[misc]
    places = {**MAP_BADGES, **dict.fromkeys(HEX_TOWNS)} if game.map.kind == "hexes" else MAP_BADGES
    named += [(s, "id", s.id, places) for s in game.map.symbols if not (s.drawn or s.badge or s.picture)]  # type: ignore[misc]
    for model, field, name, drawings in named:
        if name not in drawings:
            hint = did_you_mean(name, drawings) or f"there are {', '.join(sorted(drawings))}"
            yield problem(f"there is no drawing for {name!r}", model.where(field), hint)
    for kind in game.info.unit_types:
        groups = [group for group in game.counters.groups if group.type == kind.id]
        if kind.symbol == "letters" and not kind.abbreviation and not (groups and all(g.designation for g in groups)):
            hint = "give it an abbreviation, or its counters a designation"
            yield problem(f"{kind.id!r} is drawn with letters but has none", kind.where("symbol"), hint)
