"""The course of games: who led when, what gave points, where there were fights."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from pnp.games import rules_of
from pnp.playtest.course import GameCourse, heat, opening
from pnp.playtest.insights import Insights
from pnp.playtest.insights_text import insights_as_text
from pnp.playtest.run import PlaytestOrder, playtest
from pnp.referee.state import DO, EVENT
from pnp.sources import load_game

MOVE, FIGHT = (EVENT, "move", "", 0b11, 0, ()), (EVENT, "fight", "", 1, 1, ())
COUNTERS = [SimpleNamespace(id=name, side=side) for name, side in (("tank", "red"), ("gun", "blue"), ("weather", None))]
RULES = SimpleNamespace(
    places=("ford", "town", "box"), spaces=("ford", "town"), sides=("red", "blue"), units=("tank", "gun"),
    game=SimpleNamespace(all_counters=lambda: COUNTERS),
)  # fmt: skip


def decision(turn):
    return (DO, turn, 0, 0)


def attack(place):
    return (EVENT, "attack", "", 1, place, ())


class Told:
    """Rules of a game that is told turn by turn: (turn, side, points by line of red, leader); blue scores nothing."""

    def __init__(self, *moments):
        self.moments = moments

    def is_over(self, state):
        return state.at == len(self.moments) - 1

    def phasing_side(self, state):
        return self.moments[state.at][1]

    def sources_of_points(self, state):
        return {"red": self.moments[state.at][2]}

    def leader(self, state):
        return self.moments[state.at][3]

    def score(self, state):
        return {"red": sum(self.moments[state.at][2].values())}


def course_of(*moments):
    """The course of a game; each moment is the beginning of a player-turn, the last one the end."""
    rules = Told(*moments)
    course = GameCourse(rules)
    for at, (turn, *_) in enumerate(moments):
        course.watch(SimpleNamespace(at=at, turn=turn))
    rules.result = lambda state: SimpleNamespace(winner=moments[-1][3])
    return course


def test_lines_are_taken_when_they_begin_to_give_points():
    """The bridge is taken in turn 1, lost, and taken again in turn 2; the town is held from the start."""
    course = course_of(
        (1, "red", {"town": 3}, "blue"), (1, "blue", {"town": 3, "bridge": 2}, "red"), (2, "red", {"town": 3}, "blue"),
        (2, "blue", {"town": 3, "bridge": 2}, "red"), (2, None, {"bridge": 2}, "blue"),
    )  # fmt: skip
    assert course.taken == {("red", "bridge"): [1, 2]}
    assert [leader for _, _, leader in course.leaders] == ["red", "blue", "red", "blue"]


def test_a_game_is_decided_since_the_winner_leads():
    """Red leads after turn 1, blue after turns 2 and 3, whose last player-turn takes 5 points from red."""
    moments = [
        (1, "red", {}, None), (2, "red", {"a": 9}, "red"), (3, "red", {"a": 4}, "blue"), (3, "blue", {"a": 9}, "blue"),
        (3, None, {"a": 4}, "blue"),
    ]  # fmt: skip
    course = course_of(*moments)
    assert course._decided(None) == 2
    assert course._last(None) == {"side": "blue", "leader": "blue", "points": {"red": -5}}
    nobody = course_of(*[(*moment[:3], None) for moment in moments[:-1]], moments[-1])
    assert nobody._decided(None) is None


def test_points_are_those_at_the_end_of_each_turn():
    """Red has 2 and then 5 in turn 1, 7 in turn 2."""
    scores = ({}, {"a": 2}, {"a": 5}, {"a": 7})
    moments = zip((1, 1, 2, 2), ("red", "blue", "red", None), scores, (None,) * 4, strict=True)
    course = course_of(*moments)
    rules = course.rules
    rules.__dict__.update(RULES.__dict__, losses=lambda state: [])
    assert course.summary(SimpleNamespace(records=[]))["points"] == {"1": {"red": 5}, "2": {"red": 7}}


def test_the_opening_is_the_first_attack_of_the_first_turn():
    assert opening(RULES, [decision(1), MOVE, attack(1), attack(0)]) == "town"
    assert opening(RULES, [decision(1), MOVE, decision(2), attack(1)]) == ""


def test_heat_counts_units_that_come_and_fights_on_the_map():
    """A stack of two comes twice; where no fight is told, attacks count; boxes don't."""
    elsewhere = (EVENT, "move", "", 1, 2, ())
    found = heat(RULES, [MOVE, MOVE, FIGHT, attack(1), elsewhere])
    assert (found["moves"], found["fights"]) == ({"ford": 4}, {"town": 1})
    found = heat(RULES, [attack(0), attack(0)])
    assert (found["moves"], found["fights"]) == ({}, {"ford": 2})


def test_heat_counts_losses_by_side():
    """A tank and a gun fall together at the ford, a gun surrenders in the town, one falls in a box."""
    told = [("eliminate", 0b11, 0), ("surrender", 0b10, 1), ("eliminate", 0b10, 2)]
    lost = [(EVENT, name, "", units, place, ()) for name, units, place in told]
    assert heat(RULES, lost)["lost"] == {"red": {"ford": 1}, "blue": {"ford": 1, "town": 1}}


def test_courses_add_up():
    """Two games: the bridge gives 2 in one, is taken in both; a game is turned by its last player-turn."""
    insights = Insights()
    last = {"side": "blue", "leader": "red", "points": {"red": -2}}
    course = {
        "sources": [["red", "bridge", 2, [1, 3]]], "decided": 2, "last": {**last, "points": {"red": 0}},
        "opening": "town", "losses": [("red", "tank", 1, 4)],
        "heat": {"moves": {"ford": 3}, "fights": {}, "lost": {"red": {"ford": 1}}},
        "points": {"1": {"red": 4}},
    }  # fmt: skip
    insights.add({"fault": None, "winner": "red", "course": course})
    other = course | {"sources": [["red", "bridge", 0, [2]]], "decided": 3, "last": last, "opening": ""}
    other["points"] = {"1": {"red": 7}, "2": {"red": 9}}
    insights.add({"fault": None, "winner": "blue", "course": other})
    insights.add({"fault": "broken"})
    told = insights.as_json(("red", "blue"))
    (source,) = told["sources"]
    assert (source["points"], source["at_end"]["count"], source["taken"]["count"], source["times"]) == (1.0, 1, 2, 1.5)
    assert source["first_turn"] == {"mean": 1.5, "min": 1, "median": 1, "max": 2}
    assert told["decided"] == {"2": 1, "3": 1}
    assert told["last_player_turn"]["turned"]["share"] == 0.5
    assert told["last_player_turn"]["wins_before"]["red"]["count"] == 2
    assert [(row["first_attack"], list(row["wins"])) for row in told["openings"]] == [("", ["blue"]), ("town", ["red"])]
    assert told["losses"] == [{"side": "red", "type": "tank", "lost": 1.0, "of": 4.0}]
    assert told["heat"] == {"moves": {"ford": 6}, "fights": {}, "lost": {"red": {"ford": 2}}}
    assert told["points_by_turn"] == {"red": {
        "1": {"games": 2, "mean": 5.5, "low": 4, "high": 7}, "2": {"games": 1, "mean": 9.0, "low": 9, "high": 9},
    }}  # fmt: skip


@pytest.mark.parametrize(("name", "lines"), [("the-ford", 1), ("putins-war", 3), ("march-of-justice", 0)])
def test_every_report_tells_the_course(name, lines):
    """The sources of points are lines or places; what nobody can be said to lead isn't decided by turns."""
    game = load_game(name)
    report = playtest(game, PlaytestOrder(3))
    assert len(report["sources"]) >= lines
    names = {line.id for line in game.scenarios["standard"].victory} | set(rules_of(game).spaces)
    assert {row["line"] for row in report["sources"]} <= names
    assert set(report["heat"]["moves"]) <= set(rules_of(game).spaces)
    assert sum(report["heat"]["moves"].values()) > 0
    assert sum(report["decided"].values()) == (3 if name == "the-ford" else 0)
    assert {row["side"] for row in report["losses"]} <= {side.id for side in game.info.sides}
    assert sum(row["games"] for row in report["openings"]) == 3


def test_a_terminal_tells_the_most_in_a_few_lines():
    """By name, the lines of the schedule, the types of unit with their sides; what is unknown is left out."""
    game = load_game("the-ford")
    share = {"share": 0.75}
    report = {
        "scenario": "standard", "decided": {"3": 2}, "last_player_turn": {"turned": {"share": 0.5}},
        "sources": [{"side": "north", "line": "sella", "points": -1.5, "taken": share}],
        "openings": [{"first_attack": "", "games": 1}, {"first_attack": "0306", "games": 3}],
        "losses": [{"side": "south", "type": "cavalry", "lost": 1.5, "of": 2.0}], "heat": {"fights": {"0306": 4}},
    }  # fmt: skip
    lines = dict(insights_as_text(game, report))
    name = next(line.text for line in game.scenarios["standard"].victory if line.id == "sella")
    assert lines["points from"] == f"{name} −1.50 (taken in 75 %)"
    assert lines["decided in"] == "turn 3: 2"
    assert lines["last player-turn"] == "changes who wins in 50 %"
    assert lines["first attack"].startswith("none 1, ")
    assert lines["lost"] == "Cavalry brigades (South) 1.5 of 2"
    assert lines["fights at"].endswith(" 4")
    never = report["sources"][0] | {"taken": {"share": 0.0}}
    assert dict(insights_as_text(game, report | {"sources": [never]}))["points from"] == f"{name} −1.50"
    nothing = report | {"sources": [], "decided": {}, "openings": [], "losses": [], "heat": {"fights": {}}}
    assert list(insights_as_text(game, nothing)) == []
