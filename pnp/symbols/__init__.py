"""Counter and map symbols: parametric drawings of our own, one function each.

In: a box or a circle in mm and colours. Out: nodes of `pnp.draw.scene` that stay inside it.
Everything that sources can name is listed here: `SYMBOLS` for counters, `MAP_BADGES` for maps; and in `compose` the
`PARTS` of which symbols of units are put together. Read `box` first, then `units`.
"""

from __future__ import annotations

from pnp.errors import LayoutError
from pnp.symbols import icons, marks, materiel, sky, units, vehicles
from pnp.symbols.badges import MAP_BADGES
from pnp.symbols.box import SymbolBox
from pnp.symbols.compose import PARTS, Symbol, composed, misfit

UNIT_SYMBOLS: dict[str, Symbol] = {
    "infantry": units.infantry,
    "cavalry": units.cavalry,
    "armour": units.armour,
    "artillery": units.artillery,
    "mechanised": composed("infantry+armour"),
    "air": units.air,
    "special-forces": units.special_forces,
    "headquarters": units.headquarters,
    "letters": units.letters,
    "garrison": units.garrison,
    "ski": composed("infantry+ski"),
    "border-guards": composed("infantry+border-guards"),
    "paratroops": composed("infantry+airborne"),
    "mountain": composed("infantry+mountain"),
    "motorised": composed("infantry+motorised"),
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
    "trident": marks.trident,
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
    "sun": sky.sun,
    "rain": sky.rain,
    "storm": sky.storm,
    "fog": sky.fog,
    "mud": sky.mud,
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


def unit_symbol_misfit(name: str) -> tuple[str, str] | None:
    """What is wrong with `name` as the symbol of a unit, and a hint that lists what there is; None when nothing is."""
    return misfit(name, UNIT_SYMBOLS)


def single_symbols() -> list[str]:
    """The names of a unit's symbol that aren't put together, sorted."""
    return sorted(name for name in {*UNIT_SYMBOLS, *PARTS} if unit_symbol_misfit(name) is None)


def unit_symbol(name: str) -> Symbol:
    """The drawing of a unit's symbol, one of UNIT_SYMBOLS or parts joined by +: "infantry+motorised+mountain".

    Raises LayoutError with what `unit_symbol_misfit` says.
    """
    if name in UNIT_SYMBOLS:
        return UNIT_SYMBOLS[name]
    if wrong := unit_symbol_misfit(name):
        raise LayoutError("; ".join(part for part in wrong if part))
    return composed(name)


__all__ = [
    "MAP_BADGES", "MARK_SYMBOLS", "PARTS", "SYMBOLS", "UNIT_SYMBOLS", "Symbol", "SymbolBox", "single_symbols",
    "unit_symbol", "unit_symbol_misfit",
]  # fmt: skip
