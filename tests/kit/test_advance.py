"""Advances: who enters what the enemy lost, how many, and how far."""

from __future__ import annotations

from tests.kit.games import AREAS, POINTS, declared
from tests.kit.play import Play

WON = "results: {AE: [eliminate defenders, advance], AR: advance, EX: advance 2, DR: advance 3}"
UNITS = '{"0303": [blue-1, blue-2], "0403": [horse-1], "0304": [red-1]}'


def won(advance: str = "", units: str = UNITS, *, reach: int = 1, **more: str) -> Play:
    """After blue's attack with all its units has eliminated the defenders."""
    cells = f"[eliminate defenders, 'advance {reach}']"
    results = f"{{AE: {cells}, AR: {cells}, EX: {cells}, DR: {cells}, DE: {cells}}}"
    names = more.pop("names", "0304 blue-1 blue-2 horse-1").split()
    procedures = f"{{combat: {{results: {results}}}, advance: {{rule: '10' {advance}}}}}"
    game = declared(procedures, units=units, **more)
    return Play(game, "combat", "blue", dice=[1]).do(*names)


def test_attackers_may_advance_as_many_as_may_stand_there():
    play = won()

    assert play.offered == ["blue-1", "blue-2", "horse-1", "done"]
    play.do("horse-1")
    assert play.at("horse-1") == "0304"
    assert play.why("horse-1") == ("no-more-advance", "10")
    play.do("blue-2")
    assert play.asked == "blue movement-unit"  # two stand there: the limit; the next turn begins
    assert play.at("blue-1") == "0303"


def test_nobody_has_to_advance():
    play = won().do("done")
    assert play.at("blue-1") == "0303"


def test_one_has_to():
    play = won(", obliged: true")
    assert play.why("done") == ("must-choose", "10")
    assert play.do("blue-1").why("done") is None


def test_so_many_at_most():
    play = won(", most: 1").do("blue-1")
    assert play.asked.split()[1] != "advance"
    info = "parameters: [{id: few, value: 1, rule: '10', text: x}]"
    assert won(", most: few", info=info).do("blue-1").asked.split()[1] != "advance"


def test_only_some_advance_and_only_attackers():
    units = '{"0303": [blue-1, blue-2], "0403": [horse-1, horse-2], "0304": [red-1]}'
    play = won(", units: {type: cavalry}", units, names="0304 blue-1 blue-2 horse-1 fight")

    assert play.offered == ["horse-1", "done"]
    assert play.why("blue-1") == ("may-not-advance", "10")
    assert play.why("horse-2") == ("no-attacker", "10")


def test_where_defenders_stay_nobody_advances():
    """Retreat without a way, and they stay."""
    units = '{"0105": [blue-1], "0206": [blue-2], "0106": [red-1]}'
    results = "[retreat defenders 1, advance]"
    game = declared(f"""{{combat: {{results: {{AE: {results}, AR: {results}, EX: {results}, DR: {results},
        DE: {results}}}}}, retreat: {{without_way: stay}}}}""", units=units)  # fmt: skip
    play = Play(game, "combat", "blue", dice=[1]).do("0106", "blue-1", "blue-2")

    assert play.at("red-1") == "0106"
    assert play.asked.split()[1] != "advance"


def test_an_advance_of_two_goes_on():
    play = won(reach=2, names="0304 blue-1 fight").do("blue-1")

    assert play.asked == "blue advance-further"
    assert play.offered == ["0303", "0403", "0204", "0404", "0305", "0405", "done"]
    assert play.why("0306") == ("not-adjacent", "10")
    play.do("0405")
    assert play.at("blue-1") == "0405"
    assert play.asked.split()[1] != "advance-further"


def test_an_advance_of_three_may_end_earlier():
    play = won(reach=3, names="0304 blue-1 fight").do("blue-1", "0405")
    assert play.asked == "blue advance-further"
    play.do("0406")
    assert play.at("blue-1") == "0406"
    play = won(reach=3, names="0304 blue-1 fight").do("blue-1", "done")
    assert play.at("blue-1") == "0304"


BESIDE = '{"0303": [blue-1], "0304": [red-1], "0405": [red-2], "0505": [red-3], "0401": [red-4]}'


def test_enemy_zones_stop_an_advance_or_not():
    """0304 lies beside red-2 in 0405."""
    stopped = won(units=BESIDE, reach=2, names="0304 blue-1").do("blue-1")
    free = won(", 'on': free", BESIDE, reach=2, names="0304 blue-1").do("blue-1")

    assert stopped.asked != "blue advance-further"
    assert free.offered == ["0303", "0403", "0204", "0404", "0305", "done"]
    assert free.why("0405") == ("enemy-there", "10")


def test_closed_ground_stops_an_advance():
    lake = "hexes: {rows: [cccccccc, cccccccc, cccccccc, cccccccc, cclccccc, cccccccc]}"
    play = won(reach=2, names="0304 blue-1 fight", game_map=lake).do("blue-1")

    assert play.why("0305") == ("closed", "10")
    assert "0305" not in play.offered


def test_full_ground_stops_an_advance():
    units = '{"0303": [blue-1], "0304": [red-1], "0404": [blue-2, blue-3]}'
    play = won(units=units, reach=2, names="0304 blue-1 fight").do("blue-1")
    assert play.why("0404") == ("full", "5")


def test_areas_and_points():
    area = won(units="{ash: [blue-1, blue-2], birch: [red-1]}", reach=2, names="birch blue-1 fight", whole_map=AREAS)
    assert area.do("blue-1").offered == ["ash", "cedar", "elm", "done"]
    point = won(units="{p1: [blue-1], p2: [red-1]}", reach=2, names="p2 blue-1", whole_map=POINTS)
    assert point.do("blue-1").offered == ["p1", "p3", "p4", "done"]
