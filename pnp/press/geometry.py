"""The places of everything on a game's map: slow to compute, and cached by all inputs."""

from __future__ import annotations

from dataclasses import replace

from pnp.generators.maps.sheet import ground_sheet, plan_key, plan_sheet
from pnp.maps.hex_plan import HexGroundPlan
from pnp.maps.hexes.sheet import ground_key, in_words_of
from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.output import content_hash
from pnp.press.plain import from_plain, to_plain
from pnp.press.versions import geometry_hash
from pnp.press.workshop import Workshop


def plan_of(shop: Workshop, game: Game) -> MapPlan:
    """The map's geometry and fitted labels in the language of `game`."""
    plan: MapPlan = shop.once(("plan", plan_key(game)), lambda: _plan(shop, game))
    return plan


def is_planned(shop: Workshop, game: Game) -> bool:
    """Whether the plan needn't be worked out, which takes seconds for a large map."""
    key = plan_key(game)
    return ("plan", key) in shop.memo or shop.store.path("plan", content_hash(geometry_hash(), key)).exists()


def drafting(shop: Workshop, game: Game) -> Workshop:
    """A workshop that draws the map from a draft of its plan. What it draws must not be kept: it has the names of the
    finished map.
    """
    other = Workshop(shop.english, shop.store, shop.settings, edition=shop.edition)
    other.memo["plan", plan_key(game)] = plan_sheet(game, draft=True)
    return other


def _plan(shop: Workshop, game: Game) -> MapPlan:
    ground = ground_of(shop, game)

    def make() -> bytes:
        return to_plain(replace(plan_sheet(game, ground=ground), hexes=None))  # the ground serves all languages

    plan = from_plain(MapPlan, shop.store.bytes_for("plan", content_hash(geometry_hash(), plan_key(game)), make))
    return replace(plan, hexes=in_words_of(ground, game.map)) if ground else plan


def ground_of(shop: Workshop, game: Game) -> HexGroundPlan | None:
    """The ground of a hex map, the same in all languages; None for other maps."""
    if game.map.kind != "hexes":
        return None
    key = content_hash(geometry_hash(), ground_key(game.map))

    def make() -> bytes:
        return to_plain(ground_sheet(game))

    ground: HexGroundPlan = shop.once(
        ("ground", key), lambda: from_plain(HexGroundPlan, shop.store.bytes_for("ground", key, make))
    )
    return ground
