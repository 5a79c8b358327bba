"""Positions, saved games and logs of March of Justice."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from pnp.errors import SourceError
from pnp.games import rules_of
from pnp.players.random_player import RandomPlayer
from pnp.referee.facts import facts_hash
from pnp.referee.replay import replay


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"units": {"rostov": ["wagner", "omon"]}}, "enemies stand together in rostov"),
        ({"units": {"rostov": ["roadblock-1"]}}, "roadblock-1 can't be in rostov"),
        ({"units": {"tula": ["roadblock-1", "roadblock-2"]}}, "two markers of a kind are in tula"),
        ({"units": {"rostow": ["wagner"]}}, "unknown space or box 'rostow'"),
        ({"units": {"rostov": ["wagnr"]}}, "unknown unit 'wagnr'"),
        ({"units": {"rostov": ["wagner"], "tula": ["wagner"]}}, "'wagner' is both in 'rostov' and in 'tula'"),
        ({"units": {"rostov": [{"id": "tank-regiment", "state": "reduced"}]}},
         "unknown state of 'tank-regiment' 'reduced'"),
        ({"units": {"rostov": [{"id": "omon", "state": "switched"}]}}, "unknown state of 'omon' 'switched'"),
        ({"units": {"aside": ["wagner"]}}, "wagner can't be in aside"),
        ({"units": {"turn-1": ["serb"]}, "turn": 3}, "serb is still on a turn that is past"),
        ({"units": {"turn-3": ["serb"]}, "turn": 3, "phase": "russia"}, "'serb' would be back on the map by now"),
        ({"tracks": {"momentum": 4}}, "there is no momentum 4"),
        ({"tracks": {"maneuver-combat-1": 5}}, "'maneuver-combat-1' can't stand on 5"),
        ({"tracks": {"weather": 1}}, "unknown track 'weather'"),
        ({"turn": 7}, "there is no turn 7"),
        ({"turn": 2, "tracks": {"turn": 3}}, "the turn marker is on 3, the turn is 2"),
        ({"phase": "combat"}, "unknown phase 'combat'"),
        ({"side": "russia"}, "side 'russia' takes no decisions"),
        ({"flags": {"wagner-fled": True}}, "unknown flag 'wagner-fled'"),
        ({"flags": {"wagner-reduced": 1}}, "flag 'wagner-reduced' is true or false"),
        ({"control": {"moscow": "wagner"}}, "control of moscow by 'wagner' contradicts the units there"),
        ({"options": {"two-player": True}}, "these rules False"),
        ({"pools": {"sack": []}}, "unknown pool 'sack'"),
    ],
)
def test_impossible_positions_are_refused(march_rules, position, said):
    """DESIGN §10"""
    with pytest.raises(SourceError) as caught:
        march_rules.state_from(position)
    assert any(said in problem.message for problem in caught.value.problems)


def test_draws_name_units_or_spaces(march_rules):
    """DESIGN §10"""
    with pytest.raises(SourceError, match="unknown unit or space 'kremlin'"):
        march_rules.state_from({}, draws=("kremlin",))
    with pytest.raises(SourceError, match="a die shows 1 to 6, not 7"):
        march_rules.state_from({}, dice=(7,))


@pytest.mark.parametrize("options", [{}, {"two-player": True}])
def test_a_position_at_the_start_of_a_phase_gives_the_same_state_back(march_game, options):
    """All of the state but the draws to come."""
    rules = rules_of(march_game, options=options)
    compared = 0
    for seed in range(12):
        state, rng = rules.new_state(seed), random.Random(seed)
        while not rules.is_over(state):
            moment = rules.phase(state), rules.step(state).id
            begins = moment in (("administration", "adjust"), ("wagner", "movement-unit"))
            if begins and not state.moved | state.shifted:
                again = rules.state_from(rules.position(state), seed)
                again.dice_stream, again.cup_stream = state.dice_stream, state.cup_stream
                assert again == state
                compared += 1
            rules.apply(state, rng.choice(rules.choices(state)))
    assert compared > 100


def test_a_position_keeps_what_has_happened(march):
    """Rule: 8.1"""
    played = march({"rostov": ["wagner", "serb"]}, flags={"russia-reduced": True, "moved-wagner": True})
    assert played.rules.position(played.state).flags == {"russia-reduced": True, "moved-wagner": True}


@pytest.mark.parametrize("options", [{}, {"two-player": True}])
def test_logs_replay_and_saved_games_go_on(march_game, options):
    """DESIGN §10: a log replays without the generator; a game saved in the middle ends the same."""
    rules = rules_of(march_game, options=options)
    for seed in range(6):
        state = rules.new_state(seed)
        players = {side: RandomPlayer(seed, side) for side in rules.deciding}
        number = 0
        while not rules.is_over(state):
            if number == 25:
                state = rules.state_from_json(json.loads(json.dumps(state.to_json())))
            rules.apply(state, players[rules.side_to_act(state)].choose(rules, state, rules.choices(state)))
            number += 1
        assert replay(rules, state.log) == state
        assert state.hash() == state.log.end.get("state")


def test_a_changed_draw_of_a_space_is_found(march_rules):
    """The first line that differs is named."""
    for seed in range(30):
        state, rng = march_rules.new_state(seed), random.Random(seed)
        while not march_rules.is_over(state):
            march_rules.apply(state, rng.choice(march_rules.choices(state)))
        lines = state.log.as_text().splitlines()
        at = next((n for n, line in enumerate(lines) if '"draw":"space"' in line), None)
        if at is not None:
            break
    assert at is not None
    lines[at] = lines[at].replace('"value":"', '"value":"x')
    with pytest.raises(SourceError) as caught:
        from pnp.referee.logfile import parse_log

        replay(march_rules, parse_log(lines, "log"))
    assert "there is no space" in caught.value.problems[0].hint


BREAKS = {
    "held": lambda state: state.held.__setitem__(0, state.held[0] ^ 1),
    "moved alone": lambda state: state.at.__setitem__(0, 5),
    "at": lambda state: state.at.__setitem__(0, state.rules.places.index("moscow")),
    "marks": lambda state: state.marks.__setitem__(0, 7),
    "momentum": lambda state: state.points.__setitem__(0, 7),
    "switched": lambda state: setattr(state, "switched", 8),
    "reduced": lambda state: setattr(state, "reduced", 1 << 9),
    "stack": lambda state: state.stack.append(20),
    "turn": lambda state: setattr(state, "turn", 9),
    "plans": lambda state: state.plans.append(1),
    "frames": lambda state: state.frames.clear(),
    "moved": lambda state: setattr(state, "moved", 1 << 14),
}


def after_nine(rules):
    """A state in the middle of a game."""
    state = rules.new_state(1)
    for _ in range(9):
        rules.apply(state, rules.choices(state)[-1])
    assert rules.faults(state) == []
    return state


@pytest.mark.parametrize("what", sorted(BREAKS))
def test_a_broken_state_is_noticed_and_not_read(march_rules, what):
    """The invariants can fail, and no saved game gets past them."""
    state = after_nine(march_rules)
    BREAKS[what](state)

    assert march_rules.faults(state) != []
    with pytest.raises(SourceError):
        march_rules.state_from_json(json.loads(json.dumps(state.to_json())))


STALE = {
    "occupied": lambda state: state.occupied.__setitem__(0, state.occupied[0] ^ 1),
    "roadblocks": lambda state: state.occupied.__setitem__(2, state.barred ^ 1),
    "sp": lambda state: state.sp.__setitem__(0, 9),
    "choices": lambda state: setattr(state, "choices", 1),
}


@pytest.mark.parametrize("what", sorted(STALE))
def test_what_is_not_up_to_date_is_noticed(march_rules, what):
    """It isn't saved: a saved game is read with what follows from its fields."""
    state = after_nine(march_rules)
    STALE[what](state)
    assert march_rules.faults(state) != []
    assert march_rules.faults(march_rules.state_from_json(json.loads(json.dumps(state.to_json())))) == []


def test_nothing_hidden_is_shown(march_rules):
    """What decides draws to come stays in the state."""
    state = march_rules.new_state(1)
    for side in march_rules.sides:
        assert not state.HIDDEN & set(state.view(side))


def test_sides_that_decide(march_game):
    """The system decides nothing unless an option gives its side to a player."""
    assert rules_of(march_game).deciding == ("wagner",)
    assert rules_of(march_game, options={"two-player": True}).deciding == ("wagner", "russia")


def changed_facts(game):
    """The game with one number changed, by what it is."""
    info, counters, board, charts = game.info, game.counters, game.map, game.charts
    groups = {g.id: g for g in counters.groups}
    flow = charts.tables[-1]

    def with_group(name, **values):
        return replace(
            game,
            counters=counters.replaced(
                groups=tuple(groups[name].replaced(**values) if g.id == name else g for g in counters.groups)
            ),
        )

    def with_table(name, **values):
        return replace(
            game,
            charts=charts.replaced(tables=tuple(t.replaced(**values) if t.id == name else t for t in charts.tables)),
        )

    contact = game.table("contact")
    track = board.tracks[-1]
    space = track.spaces[0].replaced(factors={"sp": 0, "ma": 9})
    return {
        "reduced": with_group("wagner", reduced={"sp": 3}),
        "home": with_group("akhmat", home="tambov"),
        "arrives": with_group("tank-regiment", arrives="tula"),
        "owner": with_group("maneuver-combat", belongs_to=("serb", "rusich", "wagner")),
        "river": replace(game, map=board.replaced(routes=(board.routes[0].replaced(river="don"), *board.routes[1:]))),
        "track": replace(
            game, map=board.replaced(tracks=(*board.tracks[:-1], track.replaced(spaces=(space, *track.spaces[1:]))))
        ),
        "most": with_table("contact", modifiers=(*contact.modifiers[:-1], contact.modifiers[-1].replaced(most=3))),
        "shift": with_table("force-ratio", shifts=(-3, -2, -1, 0, 1, 2, 4)),
        "flow": with_table(flow.id, steps=(flow.steps[0].replaced(effects={}), *flow.steps[1:])),
        "side": replace(game, info=info.replaced(sides=(info.sides[0].replaced(home="kamensk"), info.sides[1]))),
    }


def test_a_changed_number_changes_the_hash_of_the_data(march_game):
    """DESIGN §10: a log can't be replayed with other numbers."""
    assert march_game.charts.tables[-1].kind == "flow"
    changed = {name: facts_hash(game) for name, game in changed_facts(march_game).items()}
    assert len({facts_hash(march_game), *changed.values()}) == 1 + len(changed) == 11


@pytest.mark.parametrize("what", ["turns", "counter", "circumstance", "procedure"])
def test_sources_that_lack_what_the_referee_needs_are_refused(march_game, what):
    """STYLE §4: an author reads what is missing, no traceback."""
    charts, scenario = march_game.charts, march_game.scenarios["standard"]
    contact, flow = march_game.table("contact"), charts.tables[-1]

    def with_table(old, **values):
        return replace(
            march_game,
            charts=charts.replaced(tables=tuple(t.replaced(**values) if t is old else t for t in charts.tables)),
        )

    broken = {
        "turns": replace(march_game, scenarios={"standard": scenario.replaced(turns=9)}),
        "counter": with_table(flow, steps=(flow.steps[0].replaced(effects={"counter": "ahkmat"}), *flow.steps[1:])),
        "circumstance": with_table(
            contact, modifiers=(*contact.modifiers[:-1], contact.modifiers[-1].replaced(condition="weather"))
        ),
        "procedure": with_table(flow, steps=(flow.steps[0].replaced(id="akhmat-asleep"), *flow.steps[1:])),
    }[what]
    said = {
        "turns": "9 turns, the turn track 6", "counter": "unknown counter 'ahkmat'",
        "circumstance": "unknown circumstance 'weather'",
        "procedure": "no procedure for step 'akhmat-asleep'",
    }[what]  # fmt: skip
    with pytest.raises(SourceError, match=said):
        rules_of(broken)
