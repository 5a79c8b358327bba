"""The commands of markers: return to their box, follow the turn counter, move along their track between its ends."""

from __future__ import annotations

from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.model.map import Track
from pnp.model.tables import ListTable
from pnp.vassal.context import (
    HERE,
    KEYS,
    TRACK_DOWN,
    TRACK_UP,
    TRACK_VALUE,
    TURN_NUMBER,
    Context,
    expression,
    nested,
    property_name,
    quoted,
    rule_label,
    signal,
    spoken,
)  # fmt: skip
from pnp.vassal.format.encoding import key_list
from pnp.vassal.format.traits import Trait, trait
from pnp.vassal.layout import drawn_markers, track_region
from pnp.vassal.naming import space_value, track_counters
from pnp.vassal.tables.calculator import track_value


def track_of(game: Game, counter_id: str) -> Track | None:
    """The track that a marker stands on."""
    return next((track for track in game.tracks if counter_id in track_counters(game, track)), None)


def stands_on_track(game: Game, counter_id: str) -> bool:
    """Whether a counter is the marker of a track."""
    return track_of(game, counter_id) is not None


def marker_commands(context: Context, counter: Counter) -> list[Trait]:
    """The commands of one marker."""
    group, words = counter.group, context.words
    track = track_of(context.base, counter.id)
    if track:
        return (
            _turn_command(context, track, counter) if track.kind == "turn" else _track_commands(context, track, counter)
        )
    pool = context.box("pool", group.side)
    if pool and group.id in drawn_markers(context.base):
        return [trait("return", menu=words.text("Return to the draw pool"), key=KEYS["return"], choose=False,
                      expression=context.zone_name(pool.id))]  # fmt: skip
    for place, box in context.layout.boxes.items():
        if group.id in box.slots and group.side:
            return [
                trait(
                    "sendto",
                    menu=words.text("Return to the stock"),
                    key=KEYS["return"],
                    map=context.map_of(place),
                    board=context.board_of(place),
                    destination="R",
                    region=f"{place}/{group.id}",
                )
            ]
    return []


def _turn_command(context: Context, track: Track, counter: Counter) -> list[Trait]:
    """The turn marker goes to the space of the turn."""
    first = track.spaces[0].id
    tail = track_region(context.base, track, first, counter.id).removeprefix(first)
    turn = f"Math.max(1,Math.min({len(track.spaces)},{TURN_NUMBER}))"  # nothing keeps the counter within the turns
    text = f'"{first.removesuffix("1")}"+{turn}' + (f'+"{tail}"' if tail else "")
    return [
        trait(
            "sendto",
            key=signal("mark", "turn"),
            map=context.map_of(first),
            board=context.board_of(first),
            destination="R",
            region=expression(text),
        )
    ]


def _track_commands(context: Context, track: Track, counter: Counter) -> list[Trait]:
    """Up and down the track by one space, or more where a rule allows it; at the ends a command is greyed out."""
    words, report_key = context.words, signal("track", "told")
    shown_track = next(t for t in context.shown.tracks if t.id == track.id)
    order = sorted(range(len(track.spaces)), key=lambda index: space_value(track, index))
    ends = {TRACK_UP: shown_track.spaces[order[-1]], TRACK_DOWN: shown_track.spaces[order[0]]}
    tail = "" if len(track_counters(context.base, track)) == 1 else f'+"/{counter.id}"'
    traits = [
        trait("report", keys=key_list([report_key]), description="has moved on its track",
              format=words.text("{unit}: {place}", unit="$newPieceName$", place=HERE))
    ]  # fmt: skip
    for steps in track_steps(context.base, track):
        for way, name, key in ((TRACK_UP, "higher", KEYS["higher"]), (TRACK_DOWN, "lower", KEYS["lower"])):
            goal = ends[way].name or ends[way].numeral
            menu = words.count("{n} space towards {space}", "{n} spaces towards {space}", steps, space=goal)
            move = signal("track", name, str(steps))
            traits.append(
                trait(
                    "macro",
                    name=f"{name} {steps}",
                    menu=menu,
                    key=key if steps == 1 else signal("track", name, str(steps), "asked"),
                    match=expression(f'{way}{steps}!=""'),
                    actions=key_list([move, report_key]),
                )
            )
            traits.append(
                trait(
                    "sendto",
                    key=move,
                    map=context.map_of(track.spaces[0].id),
                    board=context.board_of(track.spaces[0].id),
                    destination="R",
                    region=expression(f"{way}{steps}{tail}"),
                )
            )
    return traits


def event_traits(context: Context, counter: Counter) -> list[Trait]:
    """The report of a drawn marker whose table lists levels of a track: it names the current level."""
    base = context.base
    table = next((t for t in base.charts.tables if isinstance(t, ListTable) and t.title == counter.name), None)
    track = next((t for t in base.tracks if table and t.name == table.heads.get("key")), None)
    if table is None or track is None or not all("from" in row.effects for row in table.rows):
        return []
    shown_table = context.shown.table(table.id)
    assert isinstance(shown_table, ListTable)
    levels = sorted(zip(table.rows, shown_table.rows, strict=True), key=lambda pair: -pair[0].effect("from"))
    value = track_value(base, track.id)
    cases = [(f"{value}>={row.effect('from')}", quoted(f"{other.key}: {other.text}")) for row, other in levels]
    report = spoken("{event}, {track} {level} [{rule}]", {
        "event": quoted(shown_table.title), "track": quoted(shown_table.heads.get("key", "")),
        "level": nested(cases[:-1], cases[-1][1]),
        "rule": quoted(rule_label(context.shown, table.rule)),
    })  # fmt: skip
    return [
        trait("report", keys=key_list([signal("arrive")]), format=expression(report), description="what the event does")
    ]


def track_steps(game: Game, track: Track) -> list[int]:
    """How many spaces the markers of a track may move at once: one; more where a list of boons allows it."""
    steps = {1}
    if any(cell.factors for cell in track.spaces):
        for table in game.charts.tables:
            if table.kind == "list":
                steps |= {row.effect("shift") for row in table.rows if 1 < row.effect("shift") < len(track.spaces)}
    return sorted(steps)


def track_zone_properties(game: Game, track: Track, index: int) -> dict[str, str]:
    """The zone properties of a track's space: its value, its factors, the spaces above and below."""
    order = sorted(range(len(track.spaces)), key=lambda i: space_value(track, i))
    rank = order.index(index)
    properties = {TRACK_VALUE: str(space_value(track, index))}
    for factor, value in track.spaces[index].factors.items():
        properties[f"Track{property_name(factor)}"] = str(value)
    for steps in track_steps(game, track):
        for way, position in ((TRACK_UP, rank + steps), (TRACK_DOWN, rank - steps)):
            properties[f"{way}{steps}"] = track.spaces[order[position]].id if 0 <= position < len(order) else ""
    return properties
