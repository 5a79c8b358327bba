"""Counters as pieces: prototypes with the commands, and one piece for each counter.

What all units of a side can do stands in a prototype; a piece holds its pictures, its back as a layer, and its
properties. Traits are listed in the order of the text, outermost first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp.model.counters import Counter, CounterGroup
from pnp.model.game import Game
from pnp.model.info import Side
from pnp.vassal.buildfile import Element, component
from pnp.vassal.context import (
    ACTIVATED,
    AUTOMATION,
    BOARD_NAME,
    DRAW_COUNT,
    KEYS,
    MAP_NAME,
    SPACE_ID,
    TARGET_SPACE,
    Context,
    change,
    expression,
    piece_name,
    property_name,
    quoted,
    signal,
)  # fmt: skip
from pnp.vassal.encoding import join_fields, key_list, text_list
from pnp.vassal.tables import counterattack_traits, fight_traits, invasion_traits, sides_that_attack
from pnp.vassal.traits import Piece, Trait, encode_piece, marker_trait, trait

UNITS_LAYER, MARKERS_LAYER = "units", "markers"
STACK_LIMIT = "stack-limit"
"""The parameter that overstacking is shown against; a game without it has no limit."""


def prototypes(context: Context) -> list[Element]:
    """The prototype definitions, each with its commands."""
    return [_prototype(name, traits) for name, traits in prototype_traits(context).items()]


def prototype_traits(context: Context) -> dict[str, list[Trait]]:
    """Prototype -> its traits, without the basic piece."""
    found = {f"{side.id} unit": player_unit_traits(context, side) for side in context.player_sides}
    found |= {f"{side.id} unit": pool_unit_traits(context, side) for side in context.system_sides}
    found["marker"] = [trait("immob", select="g", move="N", stack="R", description="stays apart from units")]
    return found


def _prototype(name: str, traits: Sequence[Trait]) -> Element:
    text = encode_piece([*traits, trait("piece", state="null;0;0;;0")])
    return component("PrototypeDefinition", name=name, description="", body=text)


def expanded(piece: Piece, known: Mapping[str, Sequence[Trait]]) -> Piece:
    """`piece` with its prototypes replaced by their traits, as the engine itself writes saved games.

    A prototype left in a saved piece loads, but its keys and properties don't work.
    """
    traits: list[Trait] = []
    for item in piece.traits:
        traits += known[item.get("name")] if item.id == "prototype" else [item]
    return Piece(piece.id, tuple(traits))


def player_unit_traits(context: Context, side: Side) -> list[Trait]:
    """Commands of a unit that a player moves: fight, invade, draw, eliminate, return; and the over-stack frame."""
    helpers = [KEYS["fight"], KEYS["invade"]]
    if sides_that_attack(context.base):
        helpers.append(KEYS["counterattack"])
    traits = [
        trait(
            "hideCmd",
            name="automation is off",
            action="Hide",
            match=expression(f"{AUTOMATION}==false"),
            keys=key_list(helpers),
        ),
        *_departures(context, side),
        *fight_traits(context, side),
        *invasion_traits(context),
        *(t for other in sides_that_attack(context.base) for t in counterattack_traits(context, other)),
        *_draw_traits(context),
    ]
    if STACK_LIMIT in {p.id for p in context.base.info.parameters}:
        traits.append(_overstack_layer(context, side))
    return traits


def pool_unit_traits(context: Context, side: Side) -> list[Trait]:
    """Commands of a unit of the system's side: come out of the pool, go back, be eliminated."""
    words = context.words
    traits = _departures(context, side)
    pool = context.box("pool", side.id)
    if pool:
        come = signal("come", "here")
        moved = words.text("{unit} drawn to {place}", unit="$newPieceName$", place="$location$")
        traits = [
            trait("report", keys=key_list([come]), format=moved, description="drawn"),
            *traits,
            trait("return", menu=words.text("Return to the draw pool"), key=KEYS["return"], choose=False,
                  expression=context.zone_name(pool.id)),
            trait("sendto", key=come, map=MAP_NAME, board=BOARD_NAME, destination="R", region=f"${TARGET_SPACE}$/opposing"),
        ]  # fmt: skip
    return traits


def _departures(context: Context, side: Side) -> list[Trait]:
    """Leaving the map: to the eliminated box and, for a player's unit, back to the reserve."""
    words = context.words
    unit, place = "$newPieceName$", "$oldLocation$"
    told, traits = [], []
    reserve = context.box("reserve", side.id)
    if reserve:
        told.append((KEYS["return"], words.text("{unit} returns from {place} to the reserve", unit=unit, place=place)))
        traits.append(_send(words.text("Return to the reserve"), KEYS["return"], f"{reserve.id}/$Group$"))
    eliminated = context.box("eliminated", side.id)
    if eliminated:
        told.append((KEYS["eliminate"], words.text("{unit} eliminated in {place}", unit=unit, place=place)))
        traits.append(_send(words.text("Eliminate"), KEYS["eliminate"], f"{eliminated.id}/$Group$"))
    return [
        trait("report", keys=key_list([key]), format=text, description="leaves the map") for key, text in told
    ] + traits


def _send(menu: str, key: str, region: str) -> Trait:
    return trait("sendto", menu=menu, key=key, map=MAP_NAME, board=BOARD_NAME, destination="R", region=region)


def set_property(name: str, changes: Sequence[tuple[str, str]], *, numeric: bool = False) -> Trait:
    """A trait that sets a module property when a key comes: (key, property changer) each."""
    commands = text_list([join_fields(["", key, change], ":") for key, change in changes])
    constraints = "true,-99,99,false" if numeric else "false,0,100,false"
    return trait("setprop", name=name, constraints=constraints, commands=commands)


def _draw_traits(context: Context) -> list[Trait]:
    """On a signal, as many units as DrawCount says come from the pool into this unit's space."""
    pools = [box for box in context.base.map.boxes if box.kind == "pool"]
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
            filter=expression(f"DeckName=={quoted(context.zone_name(pool.id))}"), deck_count=expression(DRAW_COUNT), fixed=True,
            report_single=False,
        ))  # fmt: skip
    return traits


def _overstack_layer(context: Context, side: Side) -> Trait:
    """A frame that appears on each unit of a space that holds more than the limit. Nothing is forbidden."""
    limit = context.base.info.parameter(STACK_LIMIT)
    units = quoted(expression(f"Side=={quoted(side.id)}&&Mobile==1"))
    level = expression(f'{SPACE_ID}!=""&&CountZone({units})>{limit}?2:1')
    return trait(
        "emb2", images=text_list(["", context.images["mark", "overstack"]]), names=text_list(["", ""]), name="Overstack",
        follow=True, expression=level, first_level=1, always_active=True, state="1",
    )  # fmt: skip


# Pieces ----------------------------------------------------------------------------------------


def all_pieces(context: Context) -> Iterator[tuple[Counter, Piece]]:
    """Each counter with its piece, in order of battle."""
    shown = {counter.id: counter for counter in context.shown.all_counters()}
    for counter in context.base.all_counters():
        yield counter, counter_piece(context, counter, shown[counter.id])


def counter_piece(context: Context, counter: Counter, shown: Counter) -> Piece:
    """The piece of one counter."""
    group = counter.group
    gpid = context.base.gpids.pieces[counter.id]
    traits: list[Trait] = []
    if group.marker:
        traits += _marker_commands(context, group)
        traits.append(trait("prototype", name="marker"))
    else:
        traits.append(trait("prototype", name=f"{group.side} unit"))
    if group.back == "face-down":
        traits.append(trait(
            "obs", image=context.images["back", counter.id], style="I", access="side:", mask_name=_hidden_name(context),
            description="face down in the pool", state="null;",
        ))  # fmt: skip
    if group.back in ("activated", "reduced"):
        traits.append(activation_layer(context, counter))
    traits.append(marker_trait(counter_properties(context.base, counter)))
    image = context.images["front", counter.id]
    traits.append(trait("piece", image=image, name=piece_name(context.shown, shown), state=f"null;0;0;{gpid};0"))
    return Piece("null", tuple(traits))


def _hidden_name(context: Context) -> str:
    return context.words.text("Face-down unit")


def activation_layer(context: Context, counter: Counter, *, active: bool = False) -> Trait:
    """The back as a layer that a key switches on and off."""
    return trait(
        "emb2", activate_name=context.words.text("Activate / make ready"), activate_key=KEYS["activate"], always_active=False,
        images=text_list([context.images["back", counter.id]]), names=text_list([""]), name=ACTIVATED,
        state="1" if active else "-1",
    )  # fmt: skip


def holds_spaces(game: Game, group: CounterGroup) -> bool:
    """Whether a counter makes a space its side's: ground units and markers of a side, not air units."""
    if group.side is None:
        return False
    if group.marker:
        return True
    return any(kind.id == group.type and kind.moves == "ground" for kind in game.info.unit_types)


def counter_properties(game: Game, counter: Counter) -> dict[str, str | int]:
    """Properties of a counter that expressions use."""
    group = counter.group
    properties: dict[str, str | int] = {
        "CounterId": counter.id,
        "Group": group.id,
        "Side": group.side or "",
        "Layer": MARKERS_LAYER if group.marker else UNITS_LAYER,
    }
    if not group.marker:
        properties["Mobile"] = 1
    if holds_spaces(game, group):
        properties["Holds"] = 1
    if group.type:
        properties["UnitType"] = group.type
    properties |= {property_name(name): value for name, value in counter.factors}
    return properties


def _marker_commands(context: Context, group: CounterGroup) -> list[Trait]:
    """A marker goes back to its box; the turn marker follows the turn counter."""
    words, traits = context.words, []
    for track in context.base.map.tracks:
        if track.id == group.id and track.kind == "turn":
            stem = track.spaces[0].id.removesuffix("1")
            region = expression(f'"{stem}"+TurnNumber')
            traits.append(
                trait(
                    "sendto", key=signal("mark", "turn"), map=MAP_NAME, board=BOARD_NAME, destination="R", region=region
                )
            )
    for place, box in context.layout.boxes.items():
        if group.id in box.slots and group.side:
            traits.append(_send(words.text("Return to the stock"), KEYS["return"], f"{place}/{group.id}"))
            break
    return traits
