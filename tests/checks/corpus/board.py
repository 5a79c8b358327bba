"""Faults on the map: places, furniture, tracks, names, dates; what joins the spaces is in `links`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from corpus.case import Draft, Mutation, Skip, Sources, at, dice_for, lines_of, slip
from corpus.links import LINKS

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


# Places, furniture, tracks, names -----------------------------------------------------------------------------


def off_the_sheet(game: Sources) -> Iterator[Draft | Skip]:
    """Anything drawn gets a place beyond the edge."""
    dice = dice_for(game, "sheet")
    for spot in game.find(
        "map:spaces/*/stack_at",
        "map:spaces/*/name_at",
        "map:towns/*/at",
        "map:junctions/*",
        "map:boxes/*/rect_mm",
        "map:panels/*/rect_mm",
        "map:tracks/*/rect_mm",
        "map:surroundings/*/names_at/*",
    ):
        item = spot.items[dice.randrange(2)]
        new = dice.choice(("-700", "4000", "1234.5"))
        yield Draft(f"{spot.name}: {item.value} → {new}", (item.to(new),), lines_of(spot))


def furniture_on_furniture(game: Sources) -> Iterator[Draft | Skip]:
    """A box, a track or a panel lies on another."""
    rects = game.find("map:boxes/*/rect_mm", "map:panels/*/rect_mm", "map:tracks/*/rect_mm")
    for spot in rects:
        for other in rects:
            if other is not spot:
                yield Draft(
                    f"{spot.name} on {other.name}",
                    (spot.to(other.raw),),
                    (
                        *lines_of(spot),
                        *lines_of(other),
                        *at(spot.page.spots[spot.path[:-1]], other.page.spots[other.path[:-1]]),
                    ),
                )


def turn_lost_or_misnumbered(game: Sources) -> Iterator[Draft | Skip]:
    """The turn track has a gap, a numeral twice, or an id that isn't next."""
    for kind in game.find("map:tracks/*/kind"):
        if kind.value != "turn":
            continue
        owner = kind.page.spots[(*kind.path[:-1], "spaces")]
        turns = game.find("scenarios:turns")
        for before, space in zip(owner.items, owner.items[1:], strict=False):
            name = space.page.spots[(*space.path, "id")]
            after = space.path[-1] + 1 < len(owner.items)
            places = (
                *at(owner, space, before, *turns),
                (space.file, owner.key_line),
                *at(space.page.spots[owner.path[:-1]]),
            )
            yield Draft(f"{name.value} lost", (owner.without(space),), places)
            yield Draft(f"{name.value} → turn-77", (name.to("turn-77"),), at(space))
            numeral = space.page.get((*space.path, "numeral"))
            first = before.page.get((*before.path, "numeral"))
            if numeral and first and after:
                yield Draft(f"{name.value}: numeral {first.value}", (numeral.to(first.raw),), at(space))


def more_turns_than_spaces(game: Sources) -> Iterator[Draft]:
    """A scenario has a turn more than the track."""
    for turns in game.find("scenarios:turns"):
        yield Draft("one more", (turns.to(str(int(turns.value) + 1)),), at(turns))


def value_out_of_step(game: Sources) -> Iterator[Draft | Skip]:
    """A space of a track has a value that doesn't follow, or a numeral that says another."""
    for value in game.find("map:tracks/*/spaces/*/value"):
        number = value.path[3]
        near = [value.page.get((*value.path[:3], n, "value")) for n in (number - 1, number + 1)]
        yield Draft(f"{value.name}: {int(value.value) + 5}", (value.to(str(int(value.value) + 5)),), at(value, *near))
        numeral = value.page.get((*value.path[:-1], "numeral"))
        if numeral and re.fullmatch(r"[+−-]?\d+", numeral.value):
            yield Draft(f"{numeral.name}: 7", (numeral.to('"7"'),), at(value))
        else:
            yield Skip("a numeral that is no number")


def marker_of_no_track(game: Sources) -> Iterator[Draft | Skip]:
    """No counter stands on a track, or one stands on two."""
    dice = dice_for(game, "markers")
    for track in game.find("map:tracks/*"):
        markers = track.page.get((*track.path, "markers"))
        name = track.page.spots[(*track.path, "id")]
        if markers:
            yield Draft(f"{name.value}: none", (markers.to("[]"),), at(markers, track))
        else:
            new = slip(name.value, game.ids, dice)
            yield Draft(f"{name.value} → {new}", (name.to(new),), at(name))


def place_named_like_another(game: Sources) -> Iterator[Draft | Skip]:
    """Two places have one name, or one place two: a letter differs."""
    dice = dice_for(game, "places")
    names = game.find("map:spaces/*/name")
    for spot in names:
        other = dice.choice([n for n in names if n is not spot])
        yield Draft(f"{spot.value} → {other.value}", (spot.quoted(other.value),), at(spot, other))
        new = slip(other.value, game.all_words, dice)
        if len(other.value) < 6 or not new:
            yield Skip("short names may differ in a letter")
            continue
        yield Draft(f"{spot.value} → {new}", (spot.quoted(new),), at(spot, other))


def date_goes_back(game: Sources) -> Iterator[Draft | Skip]:
    """A turn has a date before that of the turn before it."""
    for name in game.find("map:tracks/*/spaces/*/name"):
        before = name.page.get((*name.path[:3], name.path[3] - 1, "name")) if name.path[3] else None
        if not before or not before.value:
            continue
        month = re.search("|".join(MONTHS), before.value)
        day = re.match(r"(\d+) ", before.value)
        if day and int(day[1]) > 1:
            new = f"{int(day[1]) - 1}{before.value[len(day[1]) :]}"
        elif month and MONTHS.index(month[0]) > 0:
            new = before.value.replace(month[0], MONTHS[MONTHS.index(month[0]) - 1])
        else:
            yield Skip("the first month of the year")
            continue
        yield Draft(f"{name.name}: {name.value} → {new}", (name.quoted(new),), at(name, before))


# Named -------------------------------------------------------------------------------------------------------


def two_turns_of_one_date(game: Sources) -> Iterator[Draft]:
    """On a track where every turn has a date of its own, one has the date of the turn before."""
    for track in game.find("map:tracks/*/kind"):
        names = [n for n in game.find("map:tracks/*/spaces/*/name") if n.path[1] == track.path[1]]
        if track.value == "turn" and len({n.value for n in names}) == len(names) > 3:
            yield Draft(names[2].value, (names[2].quoted(names[1].value),), at(names[1], names[2]))


def map_of_another_kind(game: Sources) -> Iterator[Draft]:
    """A map of areas is called one of points, or the other way round."""
    for kind in game.find("map:kind"):
        new = "points" if kind.value == "areas" else "areas"
        idle = [
            s
            for s in game.pages["map.yaml"].find("*")
            if s.path[-1] in ("roads", "routes", "borders", "junctions", "rivers")
        ]
        yield Draft(new, (kind.to(new),), (*at(kind), *((s.file, s.key_line) for s in idle), *at(*idle)))


def box_called_like_a_space(game: Sources) -> Iterator[Draft]:
    """A box is called like a space."""
    (space, *_), (box, *_) = game.find("map:spaces/*/name"), game.find("map:boxes/*/name")
    yield Draft(f"{box.value} → {space.value}", (box.quoted(space.value),), at(space, box))


def frame_larger_than_the_sheet(game: Sources) -> Iterator[Draft]:
    """The frame of the map runs off the sheet."""
    for spot in game.find("map:frame_mm"):
        yield Draft("wider", (spot.items[2].to("2000"),), at(spot))


def point_off_its_line(game: Sources) -> Iterator[Draft | Skip]:
    """A digit too much in one point of a border, river or coast."""
    dice = dice_for(game, "lines")
    for spot in game.find("map:**/line"):
        points = spot.value.split()
        if len(points) < 7 or "\n" in spot.raw:
            yield Skip("a line of few points, or of several lines")
            continue
        number = dice.randrange(2, len(points) - 2)
        across, _, down = points[number].partition(",")
        new = [*points[:number], f"{float(across) + 300:g},{down}", *points[number + 1 :]]
        yield Draft(f"{spot.name}: point {number}", (spot.quoted(" ".join(new)),), at(spot))


def label_in_another_area(game: Sources) -> Iterator[Draft]:
    """A stack box or a name stands where that of another area does."""
    if game.values("map:kind") == ["areas"]:
        for key in ("stack_at", "name_at"):
            spots = game.find(f"map:spaces/*/{key}")
            for spot, other in pairwise(spots):
                yield Draft(f"{spot.name}: as {other.name}", (spot.to(other.raw),), at(spot))


def sea_that_is_land(game: Sources) -> Iterator[Draft | Skip]:
    """A sea is entered as a country, and ports lie inland."""
    ports = [spot for spot in game.find("map:spaces/*/features") if "port" in spot.raw.strip("[]").split(", ")]
    seas = [spot for spot in game.find("map:surroundings/*/kind") if spot.value == "sea"]
    if game.values("map:kind") != ["areas"] or not seas or not ports:
        yield Skip("no area map with a sea and ports")
        return
    yield Draft("all seas", tuple(spot.to("country") for spot in seas), at(*ports))


FAMILY = "board"
MUTATIONS = (
    *LINKS,
    Mutation(off_the_sheet, ("off-sheet", "bad-value"), FAMILY, True, 8),
    Mutation(furniture_on_furniture, ("furniture-overlap",), FAMILY, True, 4),
    Mutation(turn_lost_or_misnumbered, ("turn-track",), FAMILY, True, 6),
    Mutation(more_turns_than_spaces, ("turn-track",), FAMILY, False),
    Mutation(value_out_of_step, ("track-values",), FAMILY, True, 5),
    Mutation(marker_of_no_track, ("track-marker",), FAMILY, True, 3),
    Mutation(place_named_like_another, ("name-twice",), FAMILY, True, 6),
    Mutation(date_goes_back, ("turn-date",), FAMILY, True, 4),
    Mutation(two_turns_of_one_date, ("turn-date", "turn-track"), FAMILY, False),
    Mutation(map_of_another_kind, ("map-kind",), FAMILY, False),
    Mutation(box_called_like_a_space, ("name-twice",), FAMILY, False),
    Mutation(frame_larger_than_the_sheet, ("off-sheet",), FAMILY, False),
    Mutation(label_in_another_area, ("label-outside",), FAMILY, True, 3),
    Mutation(sea_that_is_land, ("port-inland",), FAMILY, False),
    Mutation(point_off_its_line, ("line-spike",), FAMILY, True, 4),
)
