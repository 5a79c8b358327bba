"""The turn of Tatchanka: initiative, diplomacy, supply, arrivals, mobilization, victory."""

from __future__ import annotations

import pytest

from pnp.players.match import play_game
from pnp.players.person.forecast import forecast
from pnp.players.telling import choice_as_text, line_as_text, position_as_text
from pnp.web.replay import frames, player_turns
from tests.games.tatchanka.conftest import goals, units

KYIV = {"1108": ["sich-riflemen-1", "siege-corps-stockpiles-1"]}


def asked(situation):
    """Side and phase of the open decision."""
    return situation.rules.side_to_act(situation.state), situation.phase()


def pass_on(situation, phase):
    """End decisions until another turn or this phase of another side comes."""
    turn, side = situation.state.turn, situation.state.side
    while situation.state.turn == turn and (situation.state.side == side or situation.phase() != phase):
        situation.do("done")
    return situation


def test_only_the_bolsheviks_play_the_first_turn(fall_game, fall):
    """Rule: 2.1, 8.4. Rulings TAT-12, TAT-42"""
    start = fall({"2403": ["cheka-1"], "2410": ["zaporizhian-corps-1"]}, "diplomacy", turn=1, dice=[4])
    assert asked(start) == ("bolshevik", "diplomacy")
    while start.state.turn == 1:
        start.do("done")
    assert asked(start) == ("directory", "diplomacy")  # 4: Directory, Volunteers, Bolsheviks
    assert start.events("initiative")[0].data["by"] == "directory"


def test_war_releases_the_siege_corps_and_its_stores(fall):
    """Rule: 3.3.2, 8.5. Rulings TAT-70, TAT-89"""
    placed = {**KYIV, "directory-pool": ["directory-forming-infantry-1", "directory-forming-infantry-2"]}
    peace = fall(placed, "mobilization", "directory")
    assert peace.phase() != "mobilization"  # there is nothing else to break up
    talks = fall(placed, "diplomacy", "directory").do("declare-war")
    assert talks.track("war") == 1
    assert units(talks) == {"siege-corps-stockpiles-1"}
    talks.do("break-up siege-corps-stockpiles-1", "form directory-forming-infantry-1",
             "form directory-forming-infantry-2")  # fmt: skip
    assert set(talks.at("1108")) == {"sich-riflemen-1", "directory-forming-infantry-1", "directory-forming-infantry-2"}
    assert "directory-forming-infantry-1" not in units(talks)  # forming units don't move


@pytest.mark.parametrize(("target", "die", "joins"), [
    ("makhnovist", 4, False), ("makhnovist", 5, True), ("entente", 5, False), ("entente", 6, True),
])  # fmt: skip
def test_persuasion_goes_by_die(fall, target, die, joins):
    """Rule: 3.3.3, 3.3.4. Rulings TAT-50, TAT-77"""
    placed = {"2420": ["insurgent-infantry-1"], "1108": ["sich-riflemen-1"], "1124": ["french-156th-division-1"]}
    talks = fall(placed, "diplomacy", "directory", dice=[die]).do(f"persuade {target}")
    if target == "entente":
        assert talks.track("entente") == joins
    else:
        assert talks.track("makhnovist-allegiance") == 1 + joins
        assert ("insurgent-infantry-1" in talks.rules.units) and (
            talks.rules.kit.units_of(talks.state, 1) >> talks.rules.units.index("insurgent-infantry-1") & 1
        ) == joins


def test_what_persuasion_can_come_to_is_told_before_the_die(fall):
    """Rule: 3.3.3. The Directory persuades the Makhnovists by 5 and 6."""
    talks = fall({"1108": ["sich-riflemen-1"], "2420": ["insurgent-infantry-1"]}, "diplomacy", "directory")
    roll = forecast(talks.rules, talks.state, talks.rules.from_json(["persuade", "makhnovist"]))
    assert [(chance.dice, str(chance.share)) for chance in roll.chances] == [
        (("1", "2", "3", "4"), "2/3"), (("5", "6"), "1/3"),
    ]  # fmt: skip
    told = [[line_as_text(talks.rules, line) for line in chance.events] for chance in roll.chances]
    assert told == [["Makhnovists: nothing changes. [3.3.3]"], ["Makhnovists join Directory. [3.3.3]"]]


def test_the_terminal_names_sides_and_what_is_on_the_tracks(fall):
    """Not the numbers printed there, which are filled in from the chart."""
    talks = fall({"1108": ["sich-riflemen-1"], "2420": ["insurgent-infantry-1"]}, "diplomacy", "directory")
    text = position_as_text(talks.rules, talks.state)
    assert "Makhnovists: Bolsheviks." in text
    assert "War and mobilization: not declared." in text
    first = talks.rules.choices(talks.state)[0]
    assert choice_as_text(talks.rules, talks.state, first) == "Persuade Makhnovists"


def test_one_action_a_turn_and_two_in_the_game(fall):
    """Rule: 3.3.1"""
    spent = fall(KYIV, "diplomacy", "directory", tracks={"turn": 2, "actions-directory": 2})
    assert spent.phase() != "diplomacy"
    assert fall(KYIV, "diplomacy", "directory").do("declare-war").phase() != "diplomacy"


def test_the_capture_of_a_city_brings_actions(fall):
    """Rule: 3.3.1. Ruling TAT-85"""
    placed = {"2409": ["1st-insurgent-division-1"], "2310": ["sloboda-troops"]}
    march = fall(placed, tracks={"turn": 2, "actions-bolshevik": 2}, flags={"garrisoned-2410": True})
    march.do("choose-unit 1st-insurgent-division-1", "move-to 2410")
    assert march.events("prize")[0].data["value"] == 1
    assert march.rules.assembly.turn.procedures["diplomacy"].left(march.state, 0) == 1


def test_a_faction_that_has_acted_rests(fall):
    """Rule: 2.2, 3.1. Ruling TAT-84"""
    placed = {"2420": ["insurgent-infantry-1"], "1108": ["sich-riflemen-1"]}
    talks = fall(placed, "diplomacy", "directory", dice=[6], flags={"acted": "bolshevik makhnovist"})
    talks.do("persuade makhnovist")
    while talks.phase() != "movement-1":
        talks.do("done")
    assert units(talks) == {"sich-riflemen-1"}


def test_the_entente_leaves(fall):
    """Rule: 3.3.4, 4.1. Ruling TAT-86"""
    placed = {"1124": ["french-156th-division-1", "french-squadron-1", "odesa-brigade-1"],
              "1422": ["landwehr-mykolaiv-1"], "volunteer-turn-6": ["french-30th-division-1"]}  # fmt: skip
    left = fall(placed, "mobilization", "volunteer", tracks={"turn": 2, "entente": 1})
    gone = {"french-156th-division-1", "landwehr-mykolaiv-1", "french-30th-division-1"}
    assert set(left.at("volunteer-gone")) == gone
    assert left.track("entente") == 2


def test_arrivals_come_where_they_are_due(fall):
    """Rule: 4.2. Ruling TAT-91"""
    placed = {"volunteer-turn-4": ["greek-2nd-division-1"], "1123": ["odesa-brigade-1"]}
    landing = fall(placed, "mobilization", "volunteer", turn=4).do("choose-unit greek-2nd-division-1")
    assert goals(landing) == {"1124"}
    landing.do("place-at 1124")
    assert "greek-2nd-division-1" in [u for u in landing.rules.units
                                      if landing.state.tripled >> landing.rules.units.index(u) & 1]  # fmt: skip
    held = fall({**placed, "1124": ["southern-group-kherson"]}, "mobilization", "volunteer", turn=4)
    assert held.at("volunteer-turn-4") == ["greek-2nd-division-1"]  # it waits


def test_crimean_landings_with_the_option(fall):
    """Rule: 8.3.1"""
    placed = {"volunteer-turn-4": ["greek-2nd-division-1"]}
    landing = fall(placed, "mobilization", "volunteer", turn=4, options={"crimean-campaign": True})
    assert goals(landing.do("choose-unit greek-2nd-division-1")) == {"1124", "1832"}


def test_the_poles_begin_in_a_port_with_the_option(fall):
    """Rule: 8.3.2. Their player chooses for each, before anybody acts."""
    start = fall({"1124": ["polish-4th-division-1", "polish-lancers"]}, "diplomacy", turn=1,
                 options={"polish-assistance": True})  # fmt: skip
    assert (start.rules.side_to_act(start.state), start.step()) == ("volunteer", "start-port")
    assert {"1124", "1832", "2831"} <= goals(start)
    assert start.refused("place-at 1422").reason == "no-coastal-port"  # Mykolaiv is a river port
    start.do("place-at 2831", "place-at 1124")
    assert (start.at("2831"), start.at("1124")) == (["polish-4th-division-1"], ["polish-lancers"])
    assert asked(start) == ("bolshevik", "diplomacy")


def test_quotas_of_the_month(fall):
    """Rule: 4.3.3. One elite and two cavalry for the Volunteers; what has been spent is not there again."""
    pool = ["volunteer-forming-elite-cavalry-1918", "volunteer-forming-elite-infantry-1918",
            "volunteer-forming-infantry-1918-1"]  # fmt: skip
    placed = {"3321": ["volunteer-stockpiles-1918-1"], "volunteer-pool": pool}
    forming = fall(placed, "mobilization", "volunteer").do("break-up volunteer-stockpiles-1918-1")
    assert units(forming) == set(pool)
    forming.do("form volunteer-forming-elite-cavalry-1918")
    assert forming.refused("form volunteer-forming-elite-infantry-1918").reason == "quota-used"
    forming.do("form volunteer-forming-infantry-1918-1")
    assert set(forming.at("3321")) == {pool[0], pool[2]}


def test_lost_units_form_again_but_not_all(fall):
    """Rule: 4.3.2. Ruling TAT-75. No National Guards, no Frenchmen."""
    lost = ["odesa-brigade-1", "volunteer-national-guards-1918-1", "french-156th-division-1"]
    placed = {"3321": ["volunteer-stockpiles-1918-1"], "volunteer-destroyed": lost}
    forming = fall(placed, "mobilization", "volunteer").do("break-up volunteer-stockpiles-1918-1")
    assert set(forming.at("3321")) == {"odesa-brigade-1"} or units(forming) == {"odesa-brigade-1"}


@pytest.mark.parametrize(("placed", "unit", "status"), [
    ({"1124": ["french-156th-division-1"]}, "french-156th-division-1", "tripled"),
    ({"1422": ["landwehr-mykolaiv-1"]}, "landwehr-mykolaiv-1", "doubled"),
    ({"1124": ["odesa-brigade-1"]}, "odesa-brigade-1", "doubled"),
    ({"1930": ["simferopol-officers"]}, "simferopol-officers", "limited"),
    ({"2403": ["cheka-1"]}, "cheka-1", "doubled"),
    ({"2402": ["zaporizhian-corps-1"], "2403": ["cheka-1"], "2303": ["zaporizhian-corps-2"],
      "2503": ["zaporizhian-corps-3"], "2404": ["sloboda-troops"]}, "cheka-1", ""),
    ({"2012": ["sloboda-troops"]}, "sloboda-troops", "limited"),
    ({"1213": ["sloboda-troops"]}, "sloboda-troops", "limited"),
    ({"2112": ["makhnovist-cavalry"]}, "makhnovist-cavalry", ""),
])  # fmt: skip
def test_supply_by_faction(fall, placed, unit, status):
    """Rule: 1.2, 7.1, 7.2, 8.6. Rulings TAT-28, TAT-54, TAT-72, TAT-80. All are judged when the game begins."""
    state = fall(placed, turn=1).state
    index = state.rules.units.index(unit)
    assert [name for name in ("doubled", "tripled", "limited") if getattr(state, name) >> index & 1] == (
        [status] if status else []
    )


@pytest.mark.parametrize(("cities", "end", "winner"), [
    ({"2410": "zaporizhian-corps-1", "1108": "sich-riflemen-1"}, "directory-marginal", "directory"),  # 5
    ({"2410": "1st-insurgent-division-1", "1108": "1st-insurgent-division-2"}, "no-victory", None),
])  # fmt: skip
def test_levels(fall, cities, end, winner):
    """Rule: 1.3, 2.3, 8.1. Rulings TAT-73, TAT-102"""
    placed = {city: [unit] for city, unit in cities.items()}
    last = fall(placed, "movement-2", "volunteer", turn=7, flags={"initiative": "bolshevik directory volunteer"})
    while not last.rules.is_over(last.state):
        last.do("done")
    result = last.rules.result(last.state)
    assert (result.end, result.winner) == (end, winner)


def test_sheets_are_printed_in_the_order_of_their_numbers(fall_game, return_game):
    """The second sheet is the series'; the first is printed before it, the third after it."""
    assert [sheet.id for sheet in fall_game.counters.sheets] == ["sheet-1", "sheet-2"]
    assert [sheet.id for sheet in return_game.counters.sheets] == ["sheet-2", "sheet-3"]


def test_a_replay_shows_player_turns_in_the_order_of_the_initiative(fall):
    """Rule: 2.1, 8.4. With a 3 the Directory, the Bolsheviks, the Volunteers act; with a 5 the last are the first."""
    rules = fall({}).rules
    log = play_game(rules, "random", seed=5)
    turns = [(frame.turn, frame.side) for frame in player_turns(frames(rules, log, to=580))]
    assert [line.data["value"] for line in log.of("draw") if line.data["for"] == "initiative"][:2] == [3, 5]
    assert turns == [
        (1, None), (1, "bolshevik"), (2, "directory"), (2, "bolshevik"), (2, "volunteer"),
        (3, "volunteer"), (3, "bolshevik"), (3, "directory"),
    ]  # fmt: skip
