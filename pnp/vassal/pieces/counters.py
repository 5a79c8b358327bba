"""Counters as pieces: one piece for each counter, with its pictures, its back as a layer, and its properties.

The commands of a side's units are in a prototype (`units`), those of markers in `markers`. Traits are listed in
the order of the text, outermost first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.model.map import Track
from pnp.vassal.context import (
    KEYS,
    LAYERS,
    PLACE_ID,
    PLACE_NAME,
    REDUCED,
    SWITCHED,
    Context,
    expression,
    nested,
    piece_name,
    place_message,
    property_name,
    quoted,
    signal,
    spoken,
    whole_map,
)  # fmt: skip
from pnp.vassal.format.buildfile import Element, component
from pnp.vassal.format.encoding import join_fields, key_list, split_fields, text_list
from pnp.vassal.format.traits import Piece, Trait, encode_piece, marker_trait, trait
from pnp.vassal.layout import box_of_marker
from pnp.vassal.naming import (
    advances_before_combat,
    face_down_units,
    holds_spaces,
    home_of,
    on_hexes,
    set_up_box,
    track_counters,
)
from pnp.vassal.pieces.arrivals import arrival_prototypes, arrival_trait
from pnp.vassal.pieces.markers import event_traits, marker_commands, stands_on_track
from pnp.vassal.pieces.stacking import NO_STACKING, guests
from pnp.vassal.pieces.summary import sum_traits, values_trait
from pnp.vassal.pieces.units import arrival_traits, is_cup, piece_commands, piece_menu, unit_traits
from pnp.vassal.tables.calculator import NOW, track_factors
from pnp.vassal.tables.odds import LOCATION
from pnp.vassal.tables.results import STEPS

UNITS_LAYER, MARKERS_LAYER = "units", "markers"
MIX = signal("mix", "face-down")
SIDES = "sides:"
"""Before the seats that see a masked piece."""


def prototypes(context: Context) -> list[Element]:
    """The prototype definitions, each with its commands."""
    return [_prototype(name, traits) for name, traits in prototype_traits(context).items()]


def prototype_traits(context: Context) -> dict[str, list[Trait]]:
    """Prototype -> its traits, without the basic piece."""
    sides = [*context.player_sides, *context.system_sides]
    message = f"GetProperty({quoted(place_message(''))}+{PLACE_ID})"
    # A hex without a name is called by the engine.
    named = f'{PLACE_ID}==""?{LOCATION}:{message}' if on_hexes(context.base) else message
    place_name = trait("calcProp", name=PLACE_NAME, expression=expression(named))
    traits = {
        f"{side.id} unit": [
            *unit_traits(context, side),
            *sum_traits(context, track_factors(context.base)),
            *_now_traits(context.base),
            place_name,
        ]
        for side in sides
    }
    copied = piece_commands(context, moves=False)
    traits["marker"] = [
        *copied,
        trait("immob", select="g", move="N", stack="R", description="stays apart from units"),
        place_name,
    ]
    if any(stands_on_track(context.base, c.id) for c in context.base.all_counters()):
        traits["track marker"] = [
            *copied,
            trait("immob", select="", move="N", stack="R", description="snaps to the spaces of its track"),
            place_name,
        ]
    traits["unit menu"] = piece_menu(context)
    traits["marker menu"] = piece_menu(context, moves=False)
    return traits | arrival_prototypes(context)


def _now_traits(game: Game) -> list[Trait]:
    """The current factors, in a game where tracks change those of some units; for all others the printed ones."""
    return [
        trait("calcProp", name=property_name(factor) + NOW, expression=expression(property_name(factor)))
        for factor in track_factors(game)
    ]


def _prototype(name: str, traits: Sequence[Trait]) -> Element:
    text = encode_piece([*traits, trait("piece", state="null;0;0;;0")])
    return component("PrototypeDefinition", name=name, description="", body=text)


def expanded(piece: Piece, traits_of: Mapping[str, Sequence[Trait]]) -> Piece:
    """`piece` with its prototypes replaced by their traits, as the engine itself writes saved games.

    A prototype left in a saved piece loads, but its keys and properties don't work.
    """
    traits: list[Trait] = []
    for item in piece.traits:
        traits += traits_of[item.get("name")] if item.id == "prototype" else [item]
    return Piece(piece.id, tuple(traits))


# Pieces ----------------------------------------------------------------------------------------


def all_pieces(context: Context) -> Iterator[tuple[Counter, Piece]]:
    """Each counter with its piece, in order of battle."""
    shown_counters = {counter.id: counter for counter in context.shown.all_counters()}
    for counter in context.base.all_counters():
        yield counter, counter_piece(context, counter, shown_counters[counter.id])


def counter_piece(context: Context, counter: Counter, shown_counter: Counter) -> Piece:
    """The piece of one counter."""
    group, game = counter.group, context.base
    gpid = game.gpids.pieces[counter.id]
    traits: list[Trait] = []
    if group.marker:
        traits += marker_commands(context, counter)
        if arrives(game, counter):
            traits += [*event_traits(context, counter), *arrival_traits(context)]
        traits.append(trait("prototype", name="track marker" if stands_on_track(game, counter.id) else "marker"))
    else:
        traits += [*_flip_reports(context, counter), *_switch_command(context, counter), *_now(context, counter)]
        traits += arrival_trait(game, counter)
        traits.append(trait("prototype", name=f"{group.side} unit"))
        traits += values_trait(counter, track_factors(game) if _marker_on_track(game, counter) else [])
    place = arrives(game, counter)
    if place:  # outside the mask: what is hidden in the cup must still know its way
        traits.append(marker_trait({"Arrives": place}))
    if counter.id in face_down_units(game):  # outside all else: the other side can't even ask what it would fight
        traits = [*mixing_traits(context, counter), face_down_mask(context, counter), *traits]
    elif ("hidden", counter.id) in context.images:
        traits.append(trait(
            "obs", image=context.images["hidden", counter.id], style="I", access="side:",
            mask_name=_hidden_name(context),
            description="face down in the pool", state="null;",
        ))  # fmt: skip
    if group.turned:
        traits.append(turned_front(context, group.turned))
    if group.back in LAYERS or ("advanced", counter.id) in context.images:
        traits.append(back_layer(context, counter))
    traits += _other_values(game, counter)
    traits.append(trait("prototype", name="marker menu" if group.marker else "unit menu"))
    traits.append(marker_trait(counter_properties(game, counter)))
    image = context.images["front", counter.id]
    traits.append(
        trait("piece", image=image, name=piece_name(shown_counter), state=f"null;0;0;{gpid};0")
    )
    return Piece("null", tuple(traits))


def _hidden_name(context: Context) -> str:
    return context.words.text("Face-down unit")


def back_layer(context: Context, counter: Counter) -> Trait:
    """The back as a layer; for a unit that has switched sides the key is hidden, since none switches back."""
    words, kind = context.words, counter.group.back
    image = context.images.get(("advanced", counter.id)) or context.images["back", counter.id]
    if advances_before_combat(context.base):
        kind, ready = "activated", words.text("Has advanced before combat / is ready again")
    else:
        ready = words.text("Activate / make ready")
    menu, key = {
        "activated": (ready, KEYS["activate"]),
        "reduced": (words.text("Reduce / restore"), KEYS["reduce"]),
        "switched": ("", signal("switch", "over")),
        "dispersed": (words.text("Dispersed / in order again"), KEYS["disperse"]),
    }[kind]
    return trait(
        "emb2", activate_name=menu, activate_key=key, always_active=False,
        images=text_list([image]), names=text_list([""]), name=LAYERS[kind], state="-1",
    )  # fmt: skip


def turned_front(context: Context, state: str) -> Trait:
    """Two facings half a turn apart: towards the enemy, and towards the other player for a unit in `state`."""
    return trait(
        "rotate", facings=2, cw_key=KEYS["activate"], cw_text=context.words.text("Spent / ready again"),
        name=property_name(state),
    )  # fmt: skip


def face_down_mask(context: Context, counter: Counter) -> Trait:
    """The mask of a unit set up face down: only its own side, and a solitaire player, may look at it and turn it."""
    return trait(
        "obs", key=KEYS["hide"], image=context.images["hidden", counter.id],
        menu=context.words.text("Turn face down / face up"), style="I",
        mask_name=_hidden_name(context), access=SIDES + join_fields(_who_sees(context.base, counter), ":"),
        description="set up face down", state="null;",
    )  # fmt: skip


def mixing_traits(context: Context, counter: Counter) -> list[Trait]:
    """The command that puts a unit into any slot of its box, outside the mask: a player who doesn't see it mixes, too.

    Else the order of the order of battle would tell what lies where.
    """
    place = set_up_box(context.base, counter.id)
    slots = list(context.layout.boxes[place].slots) if place else []
    if place is None or not slots:
        return []
    region = f'{quoted(place + "/")}+{quoted(",".join(slots))}.split(",")[Random({len(slots)})-1]'
    return [trait("sendto", key=MIX, map=context.map_of(place), board=context.board_of(place), destination="R",
                  region=expression(region), description="mixed face down")]  # fmt: skip


def _who_sees(game: Game, counter: Counter) -> list[str]:
    """Seats in English: the unit's side, then those of solitaire players and umpires."""
    side_name = next(side.name for side in game.info.sides if side.id == counter.side)
    return [side_name, *(seat.name for seat in game.info.seats)]


def masked_state(mask: Trait) -> str:
    """The state of a mask that lies over its piece: the first seat that sees it owns it; none for a mask of a deck."""
    seats = split_fields(mask.get("access").removeprefix(SIDES), ":") if mask.get("access").startswith(SIDES) else []
    return join_fields([seats[0], ""], ";") if seats else mask.state


def _flip_reports(context: Context, counter: Counter) -> list[Trait]:
    """Reports when a unit is reduced or restored, so that all players see the loss."""
    if counter.group.back != "reduced":
        return []
    words, unit = context.words, {"unit": "newPieceName"}
    report = nested(
        [(f"{REDUCED}_Active==true", spoken(words.text("{unit} is reduced"), unit))],
        spoken(words.text("{unit} is at full strength"), unit),
    )
    return [
        trait("report", keys=key_list([KEYS["reduce"]]), format=expression(report), description="reduced or restored")
    ]


def _switch_command(context: Context, counter: Counter) -> list[Trait]:
    """The command with which a unit goes over to the other side for good."""
    group, words = counter.group, context.words
    if group.back != "switched" or group.switches_to is None:
        return []
    side, report_key = context.shown_side(group.switches_to).name, signal("switch", "told")
    return [
        trait(
            "report",
            keys=key_list([report_key]),
            format=words.text("{unit} goes over to {side}", unit="$newPieceName$", side=side),
            description="switches sides",
        ),
        trait(
            "macro",
            name="switch",
            menu=words.text("Go over to {side}", side=side),
            key=KEYS["switch"],
            match=expression(f"{SWITCHED}_Active!=true"),
            actions=key_list([signal("switch", "over"), report_key]),
        ),
    ]


def _now(context: Context, counter: Counter) -> list[Trait]:
    """The current factors of a unit with a marker on a track, shown under the mouse and over its foot, where the next
    unit of a stack covers them like all that is printed.
    """
    game = context.base
    placed = _marker_on_track(game, counter)
    if placed is None:
        return []
    marker, track = placed
    factors = list(dict.fromkeys(factor for cell in track.spaces for factor in cell.factors))
    is_marker = f"CounterId=={quoted(marker.id)}"
    traits = [
        trait(
            "label", menu="", size=11, background="255,255,255", ink="29,27,24", vertical="b", v_offset=0,
            horizontal="r", h_offset=0,
            v_justify="b", h_justify="r", format="$pieceName$", font="SansSerif", style=1, property="Status",
            description="factors now",
            state=expression("+\"–\"+".join(property_name(factor) + NOW for factor in factors)),
        )
    ]  # fmt: skip
    for factor in factors:
        printed = property_name(factor) if counter.factor(factor) is not None else "0"
        total = f"{printed}+{whole_map('SumMap', 'Track' + property_name(factor), is_marker)}"
        traits.append(trait("calcProp", name=property_name(factor) + NOW, expression=expression(total)))
    return traits


def _marker_on_track(game: Game, counter: Counter) -> tuple[Counter, Track] | None:
    """The marker of a unit and the track whose spaces give it factors; None for most units."""
    if not track_factors(game):
        return None
    marker = next((m for m in game.all_counters() if m.group.belongs_to[m.index : m.index + 1] == (counter.id,)), None)
    track = next((t for t in game.tracks if marker and marker.id in track_counters(game, t)), None)
    return (marker, track) if marker and track else None


def _other_values(game: Game, counter: Counter) -> list[Trait]:
    """Properties that the back changes: factors of a reduced unit; side and home of one that has gone over."""
    changes = []
    for factor, value in counter.factors:
        other = counter.factor(factor, reduced=True)
        if counter.group.back == "reduced" and other != value:
            changes.append((property_name(factor), REDUCED, str(other), str(value)))
    if counter.group.back == "switched" and counter.group.switches_to:
        homes = home_of(game, counter, counter.group.switches_to), home_of(game, counter)
        changes.append(("Side", SWITCHED, quoted(counter.group.switches_to), quoted(counter.side or "")))
        if all(homes):
            changes.append(("Home", SWITCHED, quoted(homes[0] or ""), quoted(homes[1] or "")))
    return [
        trait("calcProp", name=name, expression=expression(nested([(f"{layer}_Active==true", other)], value)))
        for name, layer, other, value in changes
    ]


def arrives(game: Game, counter: Counter) -> str | None:
    """The region that a piece drawn from a cup goes to; None for a piece that is never in one."""
    cups = {box.id for box in game.boxes if is_cup(game, box)}
    pooled = {
        unit
        for s in game.scenarios.values()
        for pool, units in (s.position.pools or {}).items()
        if pool in cups
        for unit in units
    }
    if counter.id not in pooled:
        return None
    if counter.group.marker:
        box = box_of_marker(game, counter.group.id)
        return f"{box}/{counter.group.id}" if box else None
    return counter.group.arrives or home_of(game, counter)


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
    if group.back == "reduced":
        properties[STEPS] = 2
    if group.type:
        properties["UnitType"] = group.type
    home = None if group.marker else home_of(game, counter)
    if home:
        properties["Home"] = home
    traits = frozenset() if group.marker else game.traits_of(group)
    if "ignores-rivers" in traits:
        properties["IgnoresRivers"] = 1
    if NO_STACKING in traits:
        properties["Uncounted"] = 1
    if counter.id in guests(game)[0]:
        properties["Guest"] = 1
    properties |= {property_name(name): value for name, value in counter.factors}
    return properties
