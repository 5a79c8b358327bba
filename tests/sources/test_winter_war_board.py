"""The board of Winter War, place by place: expected values are hex numbers worked out from the atlas, not the map."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from pnp.maps.hex_grid import HexField, hex_field, region_of, terrain_of
from pnp.model.game import Game
from pnp.sources import load_game

TOWNS = {
    "Helsinki": "1365", "Turku": "0664", "Tampere": "1057", "Viipuri": "2262", "Oulu": "1434", "Petsamo": "2805",
    "Leningrad": "2667", "Petrozavodsk": "3655", "Belomorsk": "3737", "Kandalaksha": "3121", "Murmansk": "3309",
    "Sortavala": "2755", "Kollaa": "3054", "Suomussalmi": "2335", "Kemijärvi": "1923", "Rovaniemi": "1525",
    "Tornio": "1129", "Kuopio": "1948", "Joensuu": "2450", "Kajaani": "2039", "Lahti": "1460", "Kotka": "1863",
    "Vaasa": "0547", "Summa": "2363", "Taipale": "2663", "Salla": "2223", "Lieksa": "2545", "Kuhmo": "2440",
}  # fmt: skip
FORTS = "2363 2463 2563 2663 2958 3057 3056 3155"


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("winter-war")


@pytest.fixture(scope="module")
def field(game: Game) -> HexField:
    return hex_field(game.map.hexes)


@pytest.fixture(scope="module")
def ground(game: Game, field: HexField) -> dict[str, tuple[str, str]]:
    """Hex -> its terrain and region ("" for none)."""
    hexes = game.map.hexes
    regions = [hexes.regions[r].id if r >= 0 else "" for r in region_of(hexes, field)]
    return {
        name: (hexes.terrains[t].id, r) for name, t, r in zip(field.ids, terrain_of(hexes, field), regions, strict=True)
    }


@pytest.fixture(scope="module")
def open_steps(game: Game, field: HexField, ground: dict[str, tuple[str, str]]) -> dict[str, list[str]]:
    """Hex -> the hexes that a unit may walk into from it, on land."""
    hexes = game.map.hexes
    shut: set[frozenset[str]] = set()
    for feature in hexes.sides:
        if next(k for k in hexes.side_kinds if k.id == feature.kind).closed:
            shut |= {frozenset(side.split("/")) for side in feature.sides.split()}
    closed = {t.id for t in hexes.terrains if t.closed} | {r.id for r in hexes.regions if r.closed} | {""}
    dry = {name for name, (terrain, region) in ground.items() if terrain not in closed and region not in closed}
    return {
        name: [
            field.ids[n] for n in field.neighbours[field.index[name]]
            if n >= 0 and field.ids[n] in dry and frozenset((name, field.ids[n])) not in shut
        ]
        for name in dry
    }  # fmt: skip


def reached(start: str, steps: dict[str, list[str]]) -> set[str]:
    seen, queue = {start}, [start]
    while queue:
        for there in steps[queue.pop()]:
            if there not in seen:
                seen.add(there)
                queue.append(there)
    return seen


def rail_links(game: Game) -> dict[str, set[str]]:
    links: dict[str, set[str]] = {}
    for way in game.map.hexes.ways:
        chain = way.hexes.split()
        if way.kind == "rail":
            for a, b in itertools.pairwise(chain):
                links.setdefault(a, set()).add(b)
                links.setdefault(b, set()).add(a)
    return links


def test_towns_lie_in_their_hexes(game: Game):
    hex_of = {space.name: space.id for space in game.map.spaces}
    assert {name: hex_of.get(name) for name in TOWNS} == TOWNS


def test_enough_towns_and_one_to_a_hex(game: Game):
    assert 70 <= len(game.map.spaces) <= 110
    assert len({space.id for space in game.map.spaces}) == len(game.map.spaces)
    assert all(space.rank in (1, 2, 3, 4) for space in game.map.spaces)


def test_supply_cities_and_victory_points(game: Game):
    supply = {s.name: (s.supply, s.victory_points) for s in game.map.spaces if s.supply}
    assert supply == {
        "Leningrad": (300, -100), "Petrozavodsk": (50, -10), "Belomorsk": (30, -10), "Kandalaksha": (30, -10),
        "Murmansk": (40, -20),
    }  # fmt: skip
    points = {s.name: s.victory_points for s in game.map.spaces if s.victory_points > 0}
    assert points == {"Viipuri": 25, "Oulu": 30, "Petsamo": 30}


def test_cities_of_finland(game: Game, ground: dict[str, tuple[str, str]]):
    cities = {s.name for s in game.map.spaces if "city" in s.features and ground[s.id][1] == "finland"}
    assert cities == {
        "Helsinki", "Turku", "Tampere", "Viipuri", "Oulu", "Kuopio", "Vaasa", "Tornio", "Rovaniemi", "Petsamo",
    }


@pytest.mark.parametrize(
    ("hexes", "terrain"),
    [
        ("2860 2960 3062 2964 2758", "sea"),  # Ladoga
        ("3856 3956", "sea"),  # Onega
        ("1766 2066 0160 1132 3830 3836 2803", "sea"),  # the Gulfs, the White Sea, the Arctic Ocean
        ("2008 1909 2009 1910", "lake"),  # Inari
        ("1839 1939", "lake"),  # Oulujärvi
        ("2445 2446", "lake"),  # Pielinen
        ("1456 1457", "lake"),  # Päijänne
        ("2057 2058", "lake"),  # Saimaa
        ("3030", "lake"),  # Topozero
        ("3446", "lake"),  # Segozero
        ("3743 3744", "lake"),  # Vygozero
    ],
)
def test_waters(ground: dict[str, tuple[str, str]], hexes: str, terrain: str):
    assert {name: ground[name][0] for name in hexes.split()} == dict.fromkeys(hexes.split(), terrain)


def test_fortifications_are_finnish_land_in_two_chains(field: HexField, ground: dict[str, tuple[str, str]], game: Game):
    assert game.map.hexes.set("fortifications").hexes == FORTS
    assert {ground[name][1] for name in FORTS.split()} == {"finland"}
    assert {ground[name][0] for name in FORTS.split()} <= {"clear", "forest", "swamp"}
    line = [field.index[name] for name in FORTS.split()]
    gaps = [field.distance(a, b) for a, b in itertools.pairwise(line)]
    assert gaps[:3] == [1, 1, 1]
    assert gaps[4:] == [1, 1, 1]


def test_the_mannerheim_line_cannot_be_walked_round(
    ground: dict[str, tuple[str, str]], open_steps: dict[str, list[str]]
):
    """Its ends are coast hexes; Viipuri Bay is closed, Ladoga beyond 2763."""
    assert ground["2263"][0] in ("clear", "forest")
    assert ground["2763"][0] in ("clear", "forest")
    assert "2162" not in open_steps["2263"]
    assert "2163" not in open_steps["2263"]
    line = {"2363", "2463", "2563", "2663", "2263", "2763"}
    around = {k: [n for n in v if n not in line] for k, v in open_steps.items() if k not in line}
    isthmus = {
        name for name in reached("2667", around) if name[2:] <= "62" and name[:2] in ("22", "23", "24", "25", "26")
    }
    south_of_ladoga_cut = {k: [n for n in v if n[:2] < "29"] for k, v in around.items() if k[:2] < "29"}
    assert "2667" in reached("2667", around)
    assert isthmus != set()
    assert reached("2667", south_of_ladoga_cut).isdisjoint({"2262", "2362", "2462", "2562", "2662"})


def test_row_west_of_viipuri_can_be_entered(open_steps: dict[str, list[str]]):
    row = [f"21{r}" for r in range(55, 63)]
    assert [name for name in row if name not in open_steps] == []


def test_ladoga_line_stands_on_or_south_of_row_a(game: Game, field: HexField):
    south = {field.ids[i] for i in field.hexes(game.map.hexes.set("row-a").hexes)}
    assert set(FORTS.split()) <= south
    assert {"3655", "2667", "1365"} <= south
    assert "3054" not in south
    assert south == {name for name in field.ids if name[2:] >= "55"}


def test_every_town_in_play_can_be_reached(
    game: Game, ground: dict[str, tuple[str, str]], open_steps: dict[str, list[str]]
):
    whole = reached("1365", open_steps)
    towns = [s for s in game.map.spaces if ground[s.id][1] in ("finland", "ussr")]
    assert len(towns) > 80
    assert [s.name for s in towns if s.id not in whole] == []
    assert len(whole) > 1700


def test_only_aaland_is_cut_off(open_steps: dict[str, list[str]]):
    assert set(open_steps) - reached("1365", open_steps) == {"0165"}


@pytest.mark.parametrize(
    "stops",
    [
        "Leningrad Petrozavodsk Belomorsk Kandalaksha Murmansk", "Leningrad Viipuri Helsinki",
        "Viipuri Sortavala Joensuu Kajaani Oulu Tornio", "Helsinki Tampere Vaasa Oulu", "Helsinki Turku Tampere",
        "Lahti Kuopio Kajaani", "Tornio Rovaniemi Kemijärvi",
        "Sortavala Kollaa", "Viipuri Savonlinna Pieksämäki Jyväskylä Haapamäki", "Kouvola Kotka", "Helsinki Hanko",
        "Tampere Pori", "Iisalmi Ylivieska", "Viipuri Käkisalmi",
    ],
)  # fmt: skip
def test_railways(game: Game, stops: str):
    """The stops of each line are joined by rail."""
    links = {k: sorted(v) for k, v in rail_links(game).items()}
    names, towns = stops.split(), {space.name: space.id for space in game.map.spaces}
    assert [n for n in names if towns[n] not in reached(towns[names[0]], links)] == []


def test_one_railway_crosses_the_border(game: Game, ground: dict[str, tuple[str, str]]):
    crossing = {
        frozenset((a, b))
        for a, bs in rail_links(game).items()
        for b in bs
        if {ground[a][1], ground[b][1]} == {"finland", "ussr"}
    }
    assert len(crossing) == 1


def test_ways_are_chains_over_open_ground(game: Game, open_steps: dict[str, list[str]]):
    ways = game.map.hexes.ways
    assert Counter(way.kind for way in ways) == {"rail": 17, "road": 7}
    chains = [(way.name, way.hexes.split()) for way in ways]
    broken = [(name, a, b) for name, c in chains for a, b in itertools.pairwise(c) if b not in open_steps.get(a, [])]
    assert broken == []


@pytest.mark.parametrize(
    "stops",
    ["Rovaniemi Petsamo", "Kemijärvi Salla Kandalaksha", "Oulu Suomussalmi", "Kajaani Kuhmo", "Sortavala Petrozavodsk"],
)
def test_roads(game: Game, stops: str):
    links: dict[str, list[str]] = {}
    for way in game.map.hexes.ways:
        chain = way.hexes.split()
        if way.kind == "road":
            for a, b in itertools.pairwise(chain):
                links.setdefault(a, []).append(b)
                links.setdefault(b, []).append(a)
    names = stops.split()
    assert [n for n in names if TOWNS[n] not in reached(TOWNS[names[0]], links)] == []


@pytest.mark.parametrize(
    ("hexes", "region"),
    [
        ("2262 2565 2958 3054 2755 2560 2849 2545 2440 2335 2328 2622 2805 2506 1803 1129 0868 1013", "finland"),
        ("2667 2666 2867 3260 3655 3249 2742 2833 3029 3121 3216 3309 3407 3623 3004", "ussr"),
        ("1028 0820 0712", "sweden"),
        ("2504 1306 0809", "norway"),
    ],
)
def test_countries_of_1939(ground: dict[str, tuple[str, str]], hexes: str, region: str):
    """Petsamo, the Salla bulge, Ladoga Karelia and the isthmus are Finnish; beyond Terijoki begins Leningrad's hex."""
    assert {name: ground[name][1] for name in hexes.split()} == dict.fromkeys(hexes.split(), region)


def test_the_border_runs_from_the_gulf_to_the_arctic(field: HexField, ground: dict[str, tuple[str, str]]):
    """Each row of hexes from Kuusamo to Salla, and on the isthmus, has its last Finnish hex where the border was."""
    last = {}
    for name, (_, region) in ground.items():
        if region == "finland":
            last[name[2:]] = max(last.get(name[2:], ""), name[:2])
    assert {row: last[row] for row in ("64", "54", "48", "35", "22")} == {
        "64": "26", "54": "32", "48": "28", "35": "24", "22": "26",
    }


def test_sizes_of_the_countries(ground: dict[str, tuple[str, str]]):
    """Finland of 1939 had 383,000 km² with its lakes; a hex is 346 km²: about 1,107 hexes."""
    count = Counter(region for _, region in ground.values())
    assert 1060 <= count["finland"] <= 1150
    assert 650 <= count["ussr"] <= 750
    kinds = Counter(ground.values())
    assert kinds["ussr-swamp", "finland"] == 0
    assert kinds["swamp", "ussr"] == 0
    assert 30 <= kinds["swamp", "finland"] <= 90
    assert 50 <= kinds["ussr-swamp", "ussr"] <= 130


def test_mountains_only_in_norway_sweden_and_the_khibiny(ground: dict[str, tuple[str, str]]):
    mountains = Counter(region for terrain, region in ground.values() if terrain == "mountain")
    assert mountains["finland"] == 0
    assert mountains["ussr"] == 5
    assert mountains["norway"] > 40
    assert ground["3417"][0] == "mountain"


def test_ice_lies_on_the_gulf_of_finland(game: Game, ground: dict[str, tuple[str, str]]):
    ice = game.map.hexes.overlays[0]
    assert ice.turns == (8, 10)
    names = ice.hexes.split()
    assert len(names) >= 15
    assert {ground[n][0] for n in names} == {"sea"}
    assert all("17" <= n[:2] <= "25" and "63" <= n[2:] <= "66" for n in names)


def test_entry_hex_lies_in_sweden_beside_tornio(game: Game, field: HexField, ground: dict[str, tuple[str, str]]):
    (entry,) = field.hexes(game.map.hexes.set("entry-r").hexes)
    assert ground[field.ids[entry]][1] == "sweden"
    assert field.distance(entry, field.index["1129"]) == 1


def test_rivers_are_chains_of_hexsides(game: Game, field: HexField):
    """Each hexside of a river shares a corner with the next."""
    rivers = {s.name: s for s in game.map.hexes.sides if s.kind == "river"}
    assert {
        "Vuoksi", "Kymijoki", "Svir", "Neva", "Oulujoki", "Kemijoki", "Tornionjoki", "Kem", "Tuloma", "Paatsjoki",
    } <= set(rivers)
    for river in rivers.values():
        ends = [
            {tuple(round(v, 1) for v in p) for p in field.side_points(i, d)} for i, d in field.hexsides(river.sides)
        ]
        loose = [n for n, (a, b) in enumerate(itertools.pairwise(ends)) if not a & b]
        assert (river.name, loose) == (river.name, [])


def test_no_river_between_two_hexes_of_water(game: Game, field: HexField, ground: dict[str, tuple[str, str]]):
    wet = {name for name, (terrain, _) in ground.items() if terrain in ("sea", "lake")}
    wrong = [
        side
        for s in game.map.hexes.sides
        if s.kind == "river"
        for side in s.sides.split()
        if set(side.split("/")) <= wet
    ]
    assert wrong == []


def test_no_reservoir_filled_later(game: Game):
    names = {shore.name for shore in game.map.hexes.shores}
    assert {"Inari", "Saimaa", "Lake Ladoga", "Oulujärvi", "Segozero"} <= names
    assert names.isdisjoint({"Lokan Tekojarvi", "Porttipahta Reservoir", "Serebryanskoe Reservoir"})


def test_the_file_stays_small():
    from pnp.sources.find import find_game

    assert (find_game("winter-war") / "map.yaml").stat().st_size < 200_000


def test_the_plan_still_tells_of_the_same_places(game: Game):
    """`map-plan.yaml` is what the geography was drafted from; a town moved by hand moves there too."""
    from pnp.model.sampling import SamplePlan
    from pnp.sources.find import find_game
    from pnp.sources.reader import read_file
    from pnp.sources.validate import validate

    plan = validate(SamplePlan, read_file(find_game("winter-war") / "map-plan.yaml", "map-plan.yaml"))
    assert [p.name for p in plan.places if p.listed] == [s.name for s in game.map.spaces]
    hexes = {s.name: s.id for s in game.map.spaces}
    assert [p.name for p in plan.places if p.listed and p.hex and p.hex != hexes[p.name]] == []
