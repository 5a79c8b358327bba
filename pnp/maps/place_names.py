"""The names of spaces and boxes for players: the same in the referee's messages, logs and reports and in VASSAL."""

from __future__ import annotations

from pnp.maps.hex_grid import hex_field
from pnp.model.game import Game
from pnp.model.map import MapSource


def place_names(game_map: MapSource) -> dict[str, str]:
    """Id of every space -> the name that players read: of a hex its own name, if any, and its printed number.

    "Viipuri (2262)", "2163", "JJ14"; areas and points have their names alone.
    """
    names = {str(space.id): space.name for space in game_map.spaces}
    if game_map.hexes is None:
        return names
    field = hex_field(game_map.hexes)
    return {
        ident: f"{names[ident]} ({number})" if ident in names else number
        for ident, number in zip(field.ids, field.numbers, strict=True)
    }


def box_labels(game: Game) -> dict[str, str]:
    """Id of every box -> what is printed at it: its name, else where its units start, else the turn in which they come.
    """
    labels = {str(box.id): box.name for box in game.map.boxes}
    boxes = [box for display in game.boards for box in display.boxes]
    places = place_names(game.map) if any(box.starts_at for box in boxes) else {}
    turns = turn_names(game) if boxes else {}
    for box in boxes:
        starts = ", ".join(places.get(space, str(space)) for space in box.starts_at)
        labels[str(box.id)] = box.name or starts or turns.get(box.turn or 0, str(box.id))
    return labels


def box_names(game: Game) -> dict[str, str]:
    """Id of every box -> the name that players read; of one on a display with its board and its section."""
    names = box_labels(game)
    for display in game.boards:
        for section in display.sections:
            names |= {str(box.id): f"{display.title}: {section.name}, {names[box.id]}" for box in section.boxes}
    return names


def turn_names(game: Game) -> dict[int, str]:
    """Turn -> its name on the turn track, with its numeral where several turns have one name: Jan II."""
    spaces = [(n, space) for t in game.tracks if t.kind == "turn" for n, space in enumerate(t.spaces, 1)]
    alike = len({space.name for _, space in spaces}) < len(spaces)
    return {
        n if space.value is None else space.value: " ".join(
            part for part in (space.name, space.numeral if alike or not space.name else "") if part
        )
        for n, space in spaces
    }
