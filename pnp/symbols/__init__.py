"""Counter and map symbols: parametric drawings of our own, one function each.

In: a box or a circle in mm and colours. Out: nodes of `pnp.draw.scene` that stay inside it.
Everything that sources can name is listed here: `SYMBOLS` for counters, `MAP_BADGES` for maps.
Read `box` first, then `units`.
"""

from __future__ import annotations

from collections.abc import Callable

from pnp.draw.scene import Node
from pnp.symbols import icons, marks, materiel, units, vehicles
from pnp.symbols.badges import MAP_BADGES
from pnp.symbols.box import SymbolBox

Symbol = Callable[[SymbolBox], tuple[Node, ...]]

UNIT_SYMBOLS: dict[str, Symbol] = {
    "infantry": units.infantry,
    "cavalry": units.cavalry,
    "armour": units.armour,
    "artillery": units.artillery,
    "mechanised": units.mechanised,
    "air": units.air,
    "special-forces": units.special_forces,
    "headquarters": units.headquarters,
    "letters": units.letters,
    "garrison": units.garrison,
    "ski": units.ski,
    "border-guards": units.border_guards,
    "paratroops": units.paratroops,
    "mountain": units.mountain,
    "motorised": units.motorised,
    units.BLANK: units.blank,
    "columns": vehicles.columns,
    "police": vehicles.police,
    "helicopter": vehicles.helicopter,
    "tatchanka": materiel.tatchanka,
    "irregulars": materiel.irregulars,
    "armored-train": materiel.armored_train,
    "gunboat": materiel.gunboat,
    "warship": materiel.warship,
    "mobile-base": materiel.mobile_base,
    "fixed-base": materiel.fixed_base,
    "stockpile": materiel.stockpile,
    "tank": materiel.tank,
}
"""Contents of a unit's box, by the name that `symbol` of a unit type gives."""

MARK_SYMBOLS: dict[str, Symbol] = {
    "garrison": units.garrison,
    "star": marks.star,
    "star-outline": marks.star_outline,
    "fir": marks.fir,
    "flag-two-bands": marks.flag_two_bands,
    "clock": marks.clock,
    "tick": marks.tick,
    "roadblock": icons.roadblock,
    "crowd": icons.crowd,
    "gauge": icons.gauge,
    "momentum": icons.march,
    "cross": icons.cross,
    "snowflake": icons.snowflake,
    "weather": icons.weather,
    "factory": icons.factory,
    "tank": icons.tank,
    "rifles": icons.rifles,
    "wave": icons.wave,
    "shield": icons.shield,
    "barrel": icons.barrel,
    "chevrons": icons.chevrons,
    "square": icons.blank_square,
    "machine-gun-cart": materiel.machine_gun_cart,
}
"""Drawings without a frame: icons of markers and emblems of face-down backs."""

SYMBOLS: dict[str, Symbol] = {**UNIT_SYMBOLS, **MARK_SYMBOLS}
"""Every symbol that counters may name."""

__all__ = ["MAP_BADGES", "MARK_SYMBOLS", "SYMBOLS", "UNIT_SYMBOLS", "Symbol", "SymbolBox"]
