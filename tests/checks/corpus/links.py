"""Faults in what joins the spaces of a map: neighbours and borders of areas, routes of points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from corpus.case import Draft, Mutation, Skip, Sources, at, dice_for, lines_of, slip
from corpus.text import Edit, Spot


def _spaces(game: Sources) -> dict[str, Spot]:
    return {s.page.spots[(*s.path, "id")].value: s for s in game.find("map:spaces/*")}


def _neighbours(game: Sources) -> dict[str, Spot]:
    return {
        name: s.page.spots[(*s.path, "neighbours")]
        for name, s in _spaces(game).items()
        if (*s.path, "neighbours") in s.page.spots
    }


def _pair(spot: Spot) -> frozenset[str]:
    return frozenset(i.value for i in spot.items)


def _linked(game: Sources) -> set[frozenset[str]]:
    return {_pair(s) for s in game.find("map:special_links/*/between", "map:closed_borders/*/between")}


# Areas -------------------------------------------------------------------------------------------------------


def neighbour_lost_on_one_side(game: Sources) -> Iterator[Draft | Skip]:
    """One of two neighbours doesn't name the other."""
    lists = _neighbours(game)
    for name, owner in lists.items():
        for item in owner.items:
            yield Draft(f"{name} without {item.value}", (owner.without(item),), at(owner, lists[item.value]))


def neighbour_that_does_not_answer(game: Sources) -> Iterator[Draft | Skip]:
    """A space names a neighbour far away, itself, or the same one twice."""
    dice = dice_for(game, "neighbours")
    lists = _neighbours(game)
    for name, owner in lists.items():
        far = [n for n in lists if n != name and n not in {i.value for i in owner.items}]
        new = dice.choice((dice.choice(far), name, owner.items[0].value))
        edit, _ = owner.with_item(new)
        yield Draft(f"{name} with {new}", (edit,), at(owner, lists[new]))


def neighbours_parted(game: Sources) -> Iterator[Draft | Skip]:
    """Two spaces with a common border, or a special link, name each other no more."""
    lists = _neighbours(game)
    for border in game.find("map:borders/*/between", "map:special_links/*/between"):
        pair = sorted(_pair(border))
        if len(pair) != 2 or not all(n in lists for n in pair):
            yield Skip("a border with a region that is no space")
            continue
        a, b = lists[pair[0]], lists[pair[1]]
        item = {
            n: next((i for i in o.items if i.value == m), None)
            for n, m, o in ((pair[0], pair[1], a), (pair[1], pair[0], b))
        }
        if not all(item.values()):
            yield Skip("a border that is closed")
            continue
        entry = border.page.spots[border.path[:-1]]
        yield Draft(
            f"{pair[0]} and {pair[1]}", (a.without(item[pair[0]]), b.without(item[pair[1]])), at(a, b, border, entry)
        )


def space_cut_off(game: Sources) -> Iterator[Draft | Skip]:
    """No neighbour, and no route, leads to a space."""
    lists = _neighbours(game)
    for name, owner in lists.items():
        edits = [owner.to("[]")] + [
            lists[i.value].without(next(j for j in lists[i.value].items if j.value == name)) for i in owner.items
        ]
        yield Draft(name, tuple(edits), at(owner, _spaces(game)[name]))
    for name, space in _spaces(game).items():
        routes = [r for r in game.find("map:routes/*") if name in _pair(r.page.spots[(*r.path, "between")])]
        if lists or not routes:
            continue
        yield Draft(name, tuple(r.page.lines_gone(r.key_line, r.last_line) for r in routes), at(space))


def border_lost(game: Sources) -> Iterator[Draft | Skip]:
    """A border that two neighbours share isn't drawn."""
    pairs = Counter(_pair(b) for b in game.find("map:borders/*/between"))
    lists = _neighbours(game)
    for border in game.find("map:borders/*"):
        between = border.page.spots[(*border.path, "between")]
        if pairs[_pair(between)] > 1 or len(_pair(between)) < 2:
            yield Skip("another stretch of the same border is left")
            continue
        gone = border.page.lines_gone(border.key_line, border.last_line)
        names = _pair(between)
        if not names & set(_spaces(game)):
            yield Skip("neither region is a space, so no rule depends on it")
            continue
        owners = [lists[n] for n in names if n in lists]
        ends = [
            game.pages["map.yaml"].get(("junctions", e.value)) for e in border.page.spots[(*border.path, "ends")].items
        ]
        others = [b for b in game.find("map:borders/*/between") if names & _pair(b) and b is not between]
        shift = border.last_line - border.key_line + 1
        moved = tuple((b.file, b.line - (shift if b.line > border.line else 0)) for b in others)
        yield Draft(
            " and ".join(sorted(names)), (gone,), (*at(*owners, *ends, *(_spaces(game).get(n) for n in names)), *moved)
        )


def border_drawn_twice(game: Sources) -> Iterator[Draft | Skip]:
    """A border stands in the file twice, the second time at the end."""
    (owner,) = game.find("map:borders") or (None,)
    for border in owner.items if owner else ():
        copy = "\n".join(line.strip() for line in border.raw.rstrip().split("\n"))
        edit, line = owner.with_item(copy)
        yield Draft(border.raw.split("\n")[0], (edit,), ((border.file, line), *at(border)))


def border_of_other_regions(game: Sources) -> Iterator[Draft | Skip]:
    """A border parts other regions than those on its two sides, or one from itself."""
    dice = dice_for(game, "regions")
    names = sorted(_spaces(game))
    for between in game.find("map:borders/*/between"):
        first, second = between.items
        if not _pair(between) & set(names):
            yield Skip("neither region is a space, so no rule depends on it")
            continue
        new = dice.choice((first.value, dice.choice([n for n in names if n not in _pair(between)])))
        border = between.page.spots[between.path[:-1]]
        lists = _neighbours(game)
        ends = [between.page.get(("junctions", e.value)) for e in between.page.spots[(*border.path, "ends")].items]
        near = [lists[n] for n in {first.value, second.value, new} if n in lists]
        near += [_spaces(game)[n] for n in {first.value, second.value, new} if n in lists]
        yield Draft(
            f"{between.raw}: {second.value} → {new}", (second.to(new),), (*at(between, *near, *ends), *lines_of(border))
        )


def border_backwards(game: Sources) -> Iterator[Draft | Skip]:
    """The points of a border run from its second junction to its first."""
    for line in game.find("map:borders/*/line"):
        points = line.value.split()
        ends = [_point(game, e.value) for e in line.page.spots[(*line.path[:-1], "ends")].items]
        if len(points) < 3 or not all(ends):
            yield Skip("a border of one or two points")
            continue
        gap = _far(ends[0], points[0]) + _far(ends[1], points[-1])
        jump = _far(ends[0], points[-1]) + _far(ends[1], points[0])
        if jump < 2 * gap + 8:
            yield Skip("the border is so round that either way is as good")
            continue
        border = line.page.spots[line.path[:-1]]
        yield Draft(
            " and ".join(i.value for i in border.items[0].items),
            (line.quoted(" ".join(points[::-1])),),
            lines_of(border),
        )


def _point(game: Sources, junction: str) -> str:
    spot = game.pages["map.yaml"].get(("junctions", junction))
    return ",".join(i.value for i in spot.items) if spot else ""


def _far(a: str, b: str) -> float:
    (x, y), (u, v) = (map(float, p.split(",")) for p in (a, b))
    return ((x - u) ** 2 + (y - v) ** 2) ** 0.5


def junction_misspelt(game: Sources) -> Iterator[Draft | Skip]:
    """A border ends at a junction that doesn't exist."""
    dice = dice_for(game, "junctions")
    for end in game.find("map:borders/*/ends/*"):
        new = slip(end.value, game.ids, dice)
        yield Draft(f"{end.name}: {end.value} → {new}", (end.to(new),), at(end))


def junction_of_no_border(game: Sources) -> Iterator[Draft]:
    """A junction at which no border ends."""
    for owner in game.find("map:junctions"):
        edit, line = owner.with_item("nowhere-at-all: [100, 100]")
        yield Draft("one more", (edit,), ((owner.file, line),))


def exception_without_need(game: Sources) -> Iterator[Draft | Skip]:
    """A special link is lost, or one is given to spaces that share a border anyway."""
    for owner in game.find("map:special_links"):
        lists = _neighbours(game)
        for link in owner.items:
            pair = sorted(_pair(link.page.spots[(*link.path, "between")]))
            gone = owner.page.lines_gone(link.key_line, link.last_line)
            edit = Edit(gone.file, gone.start, gone.end, "  []\n") if len(owner.items) == 1 else gone
            yield Draft(f"{' and '.join(pair)} lost", (edit,), at(*(lists[n] for n in pair)))
        border = next(_pair(b) for b in game.find("map:borders/*/between") if _pair(b) <= set(lists))
        edit, line = owner.with_item(f"{{between: [{', '.join(sorted(border))}], kind: bridge, reason: a second way}}")
        yield Draft("one too many", (edit,), ((owner.file, line),))


# Points ------------------------------------------------------------------------------------------------------


def route_drawn_twice(game: Sources) -> Iterator[Draft | Skip]:
    """Two routes join the same two points, or one leads back to its start."""
    for between in game.find("map:routes/*/between"):
        first, second = between.items
        owner = between.page.spots[("routes",)]
        road = between.page.spots[(*between.path[:-1], "road")].value
        edit, line = owner.with_item(f"{{between: [{second.value}, {first.value}], road: {road}}}")
        yield Draft(f"{between.raw} again", (edit,), ((owner.file, line), *at(between)))
        yield Draft(f"{between.raw}: to itself", (second.to(first.value),), at(between))


def main_road_broken(game: Sources) -> Iterator[Draft | Skip]:
    """A stretch of the main road is another road, or another road is called the main road."""
    mains = {s.page.spots[(*s.path[:-1], "id")].value for s in game.find("map:roads/*/main") if s.value == "true"}
    others = [v for v in game.values("map:roads/*/id") if v not in mains]
    roads = game.find("map:routes/*/road")
    ends = Counter(i.value for r in roads if r.value in mains for i in r.page.spots[(*r.path[:-1], "between")].items)
    for road in roads:
        pair = [i.value for i in road.page.spots[(*road.path[:-1], "between")].items]
        if road.value in mains:
            if any(ends[n] == 1 for n in pair):
                yield Skip("the road is only shorter without its last stretch")
                continue
            yield Draft(
                f"{pair}: {others[0]}",
                (road.to(others[0]),),
                (*at(road), *at(*(r for r in roads if r.value in mains)), *at(*game.find("map:roads/*/id"))),
            )
        elif any(ends[n] == 1 for n in pair) and not all(ends[n] for n in pair):
            yield Skip("the road is only longer by this stretch")
        else:
            (name,) = mains
            yield Draft(
                f"{pair}: {name}",
                (road.to(name),),
                (*at(road), *at(*(r for r in roads if r.value in mains)), *at(*game.find("map:roads/*/id"))),
            )


def crossing_wrong(game: Sources) -> Iterator[Draft | Skip]:
    """A route crosses a river that the rules don't know of, or the other way round."""
    dice = dice_for(game, "rivers")
    rivers = sorted(set(game.values("map:rivers/*/id")))
    for route in game.find("map:routes/*"):
        river = route.page.get((*route.path, "river"))
        name = route.page.spots[(*route.path, "between")].raw
        if river:
            new = dice.choice([r for r in rivers if r != river.value])
            yield Draft(f"{name}: {river.value} → {new}", (river.to(new),), at(river))
            yield Draft(f"{name}: no {river.value}", (route.without(river),), at(route))
        else:
            edit, _ = route.with_item(f"river: {dice.choice(rivers)}") if rivers else (None, 0)
            if edit:
                yield Draft(f"{name}: {edit.new.split('river: ')[1].rstrip('}')}", (edit,), at(route))


def point_without_a_place(game: Sources) -> Iterator[Draft | Skip]:
    """A point of a point map has no place, or the place of another."""
    if "points" not in game.values("map:kind"):
        return
    spaces = list(_spaces(game).values())
    for space, other in zip(spaces, [*spaces[1:], spaces[0]], strict=True):
        place = space.page.spots[(*space.path, "stack_at")]
        yield Draft(f"{space.name}: none", (space.without(place),), at(space))
        there = other.page.spots[(*other.path, "stack_at")]
        yield Draft(f"{space.name}: that of {other.name}", (place.to(there.raw),), at(place, there))


FAMILY = "board"
LINKS = (
    Mutation(neighbour_lost_on_one_side, ("map-adjacency",), FAMILY, True, 8),
    Mutation(neighbour_that_does_not_answer, ("map-adjacency",), FAMILY, True, 5),
    Mutation(neighbours_parted, ("border-not-adjacent",), FAMILY, True, 6),
    Mutation(space_cut_off, ("map-connected",), FAMILY, True, 4),
    Mutation(border_lost, ("border-not-adjacent", "border-open"), FAMILY, True, 5),
    Mutation(border_drawn_twice, ("border-twice",), FAMILY, True, 3),
    Mutation(border_of_other_regions, ("border-twice", "border-not-adjacent", "border-open"), FAMILY, True, 4),
    Mutation(border_backwards, ("border-reversed",), FAMILY, True, 4),
    Mutation(junction_misspelt, ("junction-unknown",), FAMILY, True, 4),
    Mutation(junction_of_no_border, ("junction-unused",), FAMILY, False),
    Mutation(exception_without_need, ("border-not-adjacent",), FAMILY, False),
    Mutation(route_drawn_twice, ("route-twice",), FAMILY, True, 4),
    Mutation(main_road_broken, ("main-road",), FAMILY, True, 5),
    Mutation(crossing_wrong, ("map-crossing",), FAMILY, True, 8),
    Mutation(point_without_a_place, ("point-place",), FAMILY, True, 5),
)
