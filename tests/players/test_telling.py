"""A log told in words, for the terminal and for the rulebook."""

import pytest

from pnp.games import rules_for_example, rules_of, run_game_example
from pnp.model.log import LogLine
from pnp.players.telling import STATE_WORDS, choice_as_text, line_as_text, position_as_text
from pnp.sources import load_game
from pnp.sources.find import game_folders
from tests.kit.games import declared
from tests.kit.play import Play

pytestmark = pytest.mark.slow

GAME = load_game("march-of-justice")


def told(name: str) -> list[str]:
    """What is told of the example `name`."""
    example = next(e for e in GAME.all_examples() if e.id == name)
    log, rules = run_game_example(GAME, example).log, rules_for_example(GAME, example)
    assert log is not None
    return [text for line in log.lines if (text := line_as_text(rules, line))]


def test_a_contact_is_told_from_the_attack_to_the_loss():
    """Rule: March of Justice, 6.2.1, 6.2.3.2, 3.10: 10 against 7, +3, one to the left, +1 and −2 on the die."""
    assert told("moscow-contact") == [
        "Wagner attacks Moscow with Main column, Serb. [6.2]",
        "Strengths 10:7, column +2. [6.2.1]",
        "A shift of −1 for the ratio 1:1 is included. [6.2.3.1]",
        "Modifier +1: Momentum. [6.2.3.2]",
        "Modifier −2: Wagner attacks Russian units in Moscow. [6.2.3.2]",
        "Die for Contact Result Table: 6. [6.2.1]",
        "Contact Result Table, +2, die 5: Rp (Repulsed). [6.2.2]",
        "OMON, FSB, Police 1: no retreat from Moscow. [3.10]",
        "FSB: reduced. [6.2.2]",
    ]


def test_an_empty_hex_without_a_name_is_not_in_the_position():
    """0603 is Brenn, which the North holds; it holds 0604, too, where nobody stands."""
    rules = rules_of(load_game("the-ford"))
    state = rules.state_from({"turn": 2, "phase": "north-movement", "side": "north",
                              "units": {"0303": ["north-guard"], "0608": ["south-guard"]},
                              "control": {"0603": "north", "0604": "north"}})  # fmt: skip
    text = position_as_text(rules, state)

    assert "Brenn (0603)" in text and "0303" in text
    assert "0604" not in text


@pytest.mark.parametrize(
    ("purpose", "lang", "said"),
    [
        ("scenario-table", "en", "Die for Scenario Table: 4. [Scenario Table]"),
        ("scenario-table", "it", "Dado per Tabella degli scenari: 4. [Scenario Table]"),
        ("combat-results", "fi", "Noppa (Taistelutaulukko): 4. [Scenario Table]"),
        ("combat-results-second", "it", "Secondo dado per Tabella di combattimento: 4. [Scenario Table]"),
        ("something-else", "en", "Die for something else: 4. [Scenario Table]"),
    ],
)
def test_a_die_is_for_a_table_by_its_title(purpose: str, lang: str, said: str):
    """A table whose id ends in -table has its title too, in every language."""
    line = LogLine(1, "draw", {"draw": "d6", "for": purpose, "value": 4, "rule": "Scenario Table"})

    assert line_as_text(rules_of(load_game("winter-war")), line, lang) == said


def test_a_side_and_a_unit_may_share_an_id():
    """`wagner` is a side where it acts, and the main column where units are named."""
    lines = told("first-turn")

    assert "Main column: marker moved from 2-2; it adds +1 strength now. [5.1]" in lines
    assert "Wagner has no line of communications. [6.3]" in lines


def test_a_choice_that_spends_momentum_says_so():
    """Two spaces cost 1 momentum, one space nothing. Rule: 5.2"""
    rules = rules_of(GAME)
    state = rules.new_state(seed=1)
    rules.apply(state, rules.from_json(["choose-unit", "wagner"]))

    said = [choice_as_text(rules, state, action) for action in rules.choices(state)]

    assert said == [
        "Marker to 0-4 (costs 1 momentum)",
        "Marker to 1-3",
        "Marker to 3-1",
        "Marker to 4-0 (costs 1 momentum)",
    ]


@pytest.mark.parametrize("example", [e.id for e in GAME.all_examples()])
def test_every_event_has_a_sentence(example: str):
    """No line falls back on the event's name and its values, which would begin with a small letter."""
    assert [line for line in told(example) if line[:1].islower()] == []


POSITION = {
    "turn": 3, "phase": "wagner", "side": "wagner",
    "units": {
        "stupino": ["wagner", {"id": "tank-regiment", "state": "switched"}], "yefremov": ["roadblock-1"],
        "moscow": [{"id": "omon", "state": "reduced"}], "turn-4": ["sobr"], "eliminated": ["serb"],
    },
    "tracks": {"turn": 3, "momentum": -2, "maneuver-combat-1": 3, "maneuver-combat-2": 1, "maneuver-combat-3": 2},
    "pools": {"cup": ["police-2", "helicopter"]},
}  # fmt: skip


def test_a_position_tells_markers_states_and_who_waits():
    """Momentum and the Maneuver/Combat Track by their printed numerals; no points, since no place has any."""
    from pnp.games import rules_of
    from pnp.players.telling import position_as_text

    rules = rules_of(GAME)
    text = position_as_text(rules, rules.state_from(POSITION), plain=True)
    assert text.splitlines()[0] == "Turn 3 of 6, Wagner Player Turn"
    assert "Stupino, held by Wagner: Main column, Tank regiment (changed sides)." in text
    assert "Moscow, held by Russia: OMON (reduced)." in text
    assert "Yefremov: Roadblock 1." in text
    assert "Turn 4: SOBR." in text
    assert "Momentum: −2." in text
    assert "Maneuver/Combat Track: Main column 3-1" in text
    assert "Moscow Mobilization Cup: 2 units." in text


def test_a_declared_game_tells_the_weather_and_the_replacement_points():
    """In words of the language; a game without either has one line."""
    from pnp.games import rules_of
    from pnp.players.telling import position_as_text

    rules = rules_of(load_game("two-rivers"))
    position = {
        "turn": 2, "phase": "movement", "side": "crown", "units": {"lindmoor": ["crown-foot-1"]},
        "flags": {"weather": "rain"}, "tracks": {"stock-crown": 1, "stock-league": 2},
    }  # fmt: skip
    state = rules.state_from(position)
    assert position_as_text(rules, state, plain=True).splitlines()[1] == (
        "Weather: rain. Crown: 1 replacement point. League: 2 replacement points."
    )
    assert position_as_text(rules, state, lang="it", plain=True).splitlines()[1].startswith("Tempo: pioggia.")
    ford = rules_of(load_game("the-ford"))
    assert ford.circumstances(ford.new_state()) == []


def test_points_that_aren_t_saved_are_told_in_their_phase_only():
    from pnp.players.telling import position_as_text

    phases = """
- {id: restore, name: Restore, side: each, rule: "14", text: x, procedure: replacements}
- {id: go, name: Go, side: each, rule: "4", text: x, procedure: movement}
"""
    units = '{"0101": [{id: guard-1, state: reduced}], "0806": [blue-1], blue-lost: [blue-2]}'
    at = "{blue: {space: '0806'}, red: {space: '0101'}}"
    game = declared(f"replacements: {{points: {{blue: 3, red: 2}}, rebuild: 1, at: {at}, rule: '14'}}",
                    units=units, phases=phases)  # fmt: skip
    play = Play(game)
    assert play.asked == "blue replacement-unit"
    assert position_as_text(play.rules, play.state).splitlines()[1] == "Blue: 3 replacement points."
    play.do("done")
    assert play.asked == "red replacement-unit"
    assert position_as_text(play.rules, play.state).splitlines()[1] == "Red: 2 replacement points."
    assert play.rules.circumstances(play.do("done").state) == []


def test_events_with_a_number_agree_with_it():
    """Two Rivers: an event brings the Crown a point for replacements, another takes a victory point away."""
    from pnp.games import rules_of
    from pnp.players.telling import line_as_text

    rules = rules_of(load_game("two-rivers"))
    lines = [
        LogLine(1, "event", {"event": name, "rule": "4.3", "by": "crown", "value": value})
        for name, value in (("replacement-points", 1), ("replacement-points", -2), ("points", -1))
    ]
    assert [line_as_text(rules, line, "en") for line in lines] == [
        "Crown: +1 replacement point. [4.3]", "Crown: −2 replacement points. [4.3]", "Crown: −1 point. [4.3]",
    ]  # fmt: skip


def test_verbs_are_worded():
    from pnp.games import rules_of
    from pnp.players.telling import action_as_text

    rules = rules_of(GAME)
    assert action_as_text(rules, rules.from_json(["shift-to", "mct-1-3"])) == "Marker to 1-3"
    assert action_as_text(rules, rules.from_json(["attack", "moscow"])) == "Attack Moscow"


def test_each_state_that_counters_show_has_a_word():
    """Backs that hide units and those that are alike show no state."""
    groups = [group for name in game_folders() for group in load_game(name).counters.groups]
    states = {state for group in groups for state in (group.back, group.turned) if state}

    assert states - {"same", "blank", "face-down"} == {"activated", "reduced", "switched", "dispersed", "spent"}
    assert states - {"same", "blank"} <= STATE_WORDS.keys()
