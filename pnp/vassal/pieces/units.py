"""What units can do in the module: one prototype a side, built from the parts that the game's sources need.

Traits are listed in the order of the text, outermost first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pnp.model.game import Game
from pnp.model.info import Side
from pnp.model.map import Box
from pnp.vassal.context import (
    AUTOMATION,
    BOARD_NAME,
    DRAW_COUNT,
    HERE,
    KEYS,
    MAP_NAME,
    SPACE_ID,
    TARGET_SPACE,
    TURN_NUMBER,
    Context,
    change,
    expression,
    nested,
    quoted,
    signal,
)  # fmt: skip
from pnp.vassal.format.encoding import join_fields, key_list, text_list
from pnp.vassal.format.traits import Trait, trait
from pnp.vassal.layout import UNITS, track_region
from pnp.vassal.naming import goes_home, reserve_of
from pnp.vassal.pieces.stacking import overstack_traits
from pnp.vassal.pieces.supply import supply_traits
from pnp.vassal.tables.calculator import attack_traits, calculators, strength_property
from pnp.vassal.tables.dice_buttons import (
    counterattack_traits,
    factor_property,
    fight_traits,
    invasion_traits,
    sides_that_attack,
)
from pnp.vassal.tables.results import result_traits


def unit_traits(context: Context, side: Side) -> list[Trait]:
    """Everything that a unit of `side` can do."""
    traits: list[Trait] = []
    if side.played_by == "player" or side.played_with:
        traits.append(_switched_off(context, side))
    traits += [*pool_traits(context, side), *_departures(context, side), *_home_traits(context, side)]
    if side.played_by == "player":
        traits += [
            *fight_traits(context, side),
            *invasion_traits(context),
            *(t for other in sides_that_attack(context.base) for t in counterattack_traits(context, other)),
            *_draw_traits(context),
        ]
        traits += overstack_traits(context, side)
    by_odds = all(calculator.by_odds for calculator in calculators(context))
    strength = factor_property(context.base) if by_odds else strength_property(context.base)
    return [*piece_commands(context), *traits, *attack_traits(context), *supply_traits(context),
            *result_traits(context, side, strength)]  # fmt: skip


def piece_menu(context: Context, *, moves: bool = True) -> list[Trait]:
    """The submenu of `piece_commands`, below a line. The engine shows it where the trait stands among the others: this
    is the innermost, so that the commands of the unit come first.
    """
    # The engine looks for the texts of the module's own language.
    named = piece_commands(replace(context, shown=context.base), moves=moves)
    listed = text_list([t.get("menu") for t in named if t.id != "report"])
    return [
        trait("menuSeparator", description="parts the unit from the piece"),
        trait("submenu", title=context.words.text("Piece"), menus=listed),
    ]


def piece_commands(context: Context, *, moves: bool = True) -> list[Trait]:
    """What concerns a piece, not what it stands for: a copy of it, its removal, and of one that `moves` its mark and
    trail.
    """
    words, unit = context.words, "$newPieceName$"
    copied, removed = signal("clone"), signal("delete")
    return [
        trait("report", keys=key_list([copied]), description="copied",
              format=words.text("{unit}: a copy is made", unit=unit)),
        trait("report", keys=key_list([removed]), description="removed",
              format=words.text("{unit} is removed from the game", unit=unit)),
        *(moved_traits(context) if moves else ()),
        trait("clone", menu=words.text("Make a copy"), key=copied),
        trait("delete", menu=words.text("Remove from the game"), key=removed),
    ]  # fmt: skip


def moved_traits(context: Context) -> list[Trait]:
    """The mark of a unit that has moved, in its top left corner, and the trail of its way, both until they are cleared.

    The engine sets the mark on what a player drags, and clears both by the button and the key of the map. The trail of
    a selected unit stands out.
    """
    words, corner = context.words, -(context.layout.px(context.layout.counter_mm) // 2)
    return [
        trait("footprint", key=signal("trail"), menu=words.text("Trail of its way"), visible=True, radius=7, width=2.5,
              fill="255,255,255", line="180,40,30", selected=90, unselected=25),
        trait("markmoved", image=context.images["mark", "moved"], x=corner, y=corner, key=signal("moved"),
              menu=words.text("Has moved / has not moved"), description="has moved", set_text="", clear_text=""),
    ]  # fmt: skip


def _switched_off(context: Context, side: Side) -> Trait:
    """Hides the automatic commands from players who have switched automation off."""
    helpers = [KEYS["fight"], KEYS["invade"]] if side.played_by == "player" else []
    if sides_that_attack(context.base):
        helpers.append(KEYS["counterattack"])
    if calculators(context):
        helpers += [KEYS["mark"], KEYS["target"]]
    return trait(
        "hideCmd",
        name="automation is off",
        action="Hide",
        match=expression(f"{AUTOMATION}==false"),
        keys=key_list(helpers),
    )


# Leaving the map and coming back -------------------------------------------------------------------


def _departures(context: Context, side: Side) -> list[Trait]:
    """To the eliminated box, out of the game and, for a player's unit, back to the reserve; reported before the
    unit leaves.
    """
    words = context.words
    unit, place = "$newPieceName$", HERE
    traits: list[Trait] = []
    reserve = reserve_of(context.base, side.id)
    if reserve:
        report = words.text("{unit} returns from {place} to the reserve", unit=unit, place=place)
        traits += _departure(context, "reserve", words.text("Return to the reserve"), KEYS["return"], report, reserve)
    eliminated = context.box("eliminated", side.id)
    if eliminated:
        report = words.text("{unit} eliminated in {place}", unit=unit, place=place)
        traits += _departure(context, "eliminate", words.text("Eliminate"), KEYS["eliminate"], report, eliminated)
    no_return = _box_of_no_return(context)
    if no_return:
        menu = words.text("To the box {box}", box=context.shown_zone_name(no_return.id))
        report = words.text("{unit} leaves {place} for good", unit=unit, place=place)
        traits += _departure(context, "remove", menu, signal("leave", "for-good"), report, no_return)
    return traits


def _departure(context: Context, name: str, menu: str, key: str, report: str, box: Box) -> list[Trait]:
    """The traits of one command in two steps: a report on its own key would name the place after the move."""
    tell, move = signal(name, "told"), signal(name, "moved")
    return [
        trait("macro", name=name, menu=menu, key=key, actions=key_list([tell, move])),
        trait("report", keys=key_list([tell]), format=report, description="leaves the map"),
        send("", move, f"{box.id}/$Group$", window=context.map_of(box.id), board=context.board_of(box.id)),
    ]


def _box_of_no_return(context: Context) -> Box | None:
    """The box of units out of the game: a holding box of all sides in which nothing starts;
    None where units have no home.
    """
    if not any(goes_home(context.base, side) for side in context.base.info.sides):
        return None
    starts = {place for s in context.base.scenarios.values() for place in s.position.units or {}}
    return next(
        (b for b in context.base.boxes if b.kind == "holding" and b.side is None and b.id not in starts), None
    )


def send(menu: str, key: str, region: str, *, window: str = MAP_NAME, board: str = BOARD_NAME) -> Trait:
    """A command that moves the piece to a region of the map's board, or of another in its window."""
    return trait("sendto", menu=menu, key=key, map=window, board=board, destination="R", region=region)


def _home_traits(context: Context, side: Side) -> list[Trait]:
    """Home, and to the next space of the turn track, from where dispersed units come back."""
    if not goes_home(context.base, side):
        return []
    words, unit = context.words, "$newPieceName$"
    traits = [
        trait("report", keys=key_list([KEYS["home"]]), description="goes home",
              format=words.text("{unit}: {place}", unit=unit, place=HERE)),
        send(words.text("To the home location"), KEYS["home"], "$Home$"),
    ]  # fmt: skip
    track = next((t for t in context.base.tracks if t.kind == "turn"), None)
    if track is None:
        return traits
    regions = [track_region(context.base, track, cell.id, UNITS) for cell in track.spaces]
    following = nested(
        [(f"{TURN_NUMBER}=={n}", quoted(region)) for n, region in enumerate(regions[1:], 1)], quoted(regions[-1])
    )
    away, report_key = signal("wait", "on-track"), signal("wait", "told")
    return [
        *traits,
        trait("macro", name="disperse", menu=words.text("Disperse to the next turn"), key=KEYS["disperse"],
              match=expression(f"{TURN_NUMBER}<{len(regions)}"), actions=key_list([away, report_key])),
        trait("report", keys=key_list([report_key]), description="is dispersed",
              format=words.text("{unit} is dispersed: {place}", unit=unit, place=HERE)),
        send("", away, expression(following)),
    ]  # fmt: skip


# Pools ---------------------------------------------------------------------------------------------


def pool_traits(context: Context, side: Side) -> list[Trait]:
    """The commands that draw a unit from its pool and return it."""
    words = context.words
    pool = context.box("pool", side.id)
    if pool is None or side.played_by == "player":
        return []
    come, moved = signal("come", "here"), words.text("{unit} drawn to {place}", unit="$newPieceName$", place=HERE)
    back = trait("return", menu=words.text("Return to the draw pool"), key=KEYS["return"], choose=False,
                 expression=context.zone_name(pool.id))  # fmt: skip
    if is_cup(context.base, pool):
        return [*arrival_traits(context), back]
    return [
        trait("report", keys=key_list([come]), format=moved, description="drawn"),
        back,
        trait("sendto", key=come, map=MAP_NAME, board=BOARD_NAME, destination="R", region=f"${TARGET_SPACE}$/opposing"),
    ]


def arrival_traits(context: Context) -> list[Trait]:
    """A piece drawn from a cup goes to the region in its property `Arrives`, and reports it."""
    come = signal("arrive")
    moved = context.words.text("{unit} drawn to {place}", unit="$newPieceName$", place=HERE)
    return [
        trait("report", keys=key_list([come]), format=moved, description="drawn"),
        send("", come, "$Arrives$"),
    ]


def is_cup(game: Game, box: Box) -> bool:
    """Whether pieces drawn from a pool go to places of their own: their side has a home."""
    return box.kind == "pool" and any(goes_home(game, side) for side in game.info.sides if box.side in (None, side.id))


def set_property(name: str, changes: Sequence[tuple[str, str]], *, numeric: bool = False) -> Trait:
    """A trait that sets a module property when a key comes: (key, property changer) each."""
    commands = text_list([join_fields(["", key, change], ":") for key, change in changes])
    constraints = "true,-99,99,false" if numeric else "false,0,100,false"
    return trait("setprop", name=name, constraints=constraints, commands=commands)


def _draw_traits(context: Context) -> list[Trait]:
    """On a signal, as many units as DrawCount says come from the pool into this unit's space."""
    pools = [box for box in context.base.boxes if box.kind == "pool" and not is_cup(context.base, box)]
    if not pools:
        return []
    traits = [
        trait("macro", name="draw", key=signal("draw", "here"), match=expression(f'{SPACE_ID}!=""'),
              actions=key_list([signal("set", "target"), signal("draw", "units"), signal("drawn")])),
        set_property(TARGET_SPACE, [(signal("set", "target"), change(SPACE_ID))]),
        set_property(DRAW_COUNT, [(signal("drawn"), "P,0")], numeric=True),
    ]  # fmt: skip
    for pool in pools:
        traits.append(trait(
            "globalkey", key=signal("draw", "units"), sent_key=signal("come", "here"),
            filter=expression(f"DeckName=={quoted(context.zone_name(pool.id))}"), deck_count=expression(DRAW_COUNT),
            fixed=True,
            report_single=False,
        ))  # fmt: skip
    return traits
