"""Positions to saved games and back: what pieces and turn counter tell, and what is told where they can't."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pnp.errors import SourceError
from pnp.model.position import PositionSource, UnitState
from pnp.vassal.context import Context
from pnp.vassal.format.saved_games import read_saved_game
from pnp.vassal.image_names import image_names
from pnp.vassal.layout import board_layout
from pnp.vassal.saves.reading import read_position
from pnp.vassal.saves.setups import full_position, resting_markers, saved_game, with_idle_markers
from tests.vassal.conftest import ROOT, measured_plan, packed

GAMES = (
    "putins_war", "march_of_justice", "winter_war", "russian_portfolio", "fall_of_the_directory", "the_ford",
    "two_rivers",
)  # fmt: skip


def context_of(game, plan=None):
    """What a saved game of `game` is made with."""
    from pnp.generators.maps.sheet import plan_sheet

    if plan is None:
        plan = measured_plan(game) if game.map.hexes is not None else plan_sheet(game, draft=True)
    return Context(game, game, board_layout(game, plan, 120.0), image_names(game))


def moments(rules, seed, phases):
    """States of a random game at the beginning of phases, about `phases` of them."""
    from pnp.api import play_game

    state, beginnings, before = rules.new_state(seed), [], None
    for line in play_game(rules, "random", seed=seed).of("do"):
        if (state.turn, rules.phase(state)) != before:
            before = state.turn, rules.phase(state)
            beginnings.append(state.copy())
        rules.apply(state, rules.from_json(line.data["do"]))
    return beginnings[:: max(1, len(beginnings) // phases)]


def standing(position, units):
    """Unit -> place and state, for `units`."""
    entries = [(place, entry) for place, listed in position.units.items() for entry in listed]
    entries += [(pool, unit) for pool, listed in position.pools.items() for unit in listed]
    found = {entry.id if isinstance(entry, UnitState) else entry: (place, entry) for place, entry in entries}
    return {unit: found[unit] for unit in units if unit in found}


def saved(context, rules, state):
    """The saved game of a state."""
    position = with_idle_markers(context.base, rules.position(state), rules.units)
    return read_saved_game(saved_game(context, full_position(context.base, position)))


@pytest.mark.parametrize("name", GAMES)
def test_a_state_is_read_back_as_it_was_saved(name, request):
    """State → saved game → state, at several moments of a random game; without a word on what couldn't be read."""
    from pnp.games import rules_of
    from pnp.sources import load_game

    game = request.getfixturevalue("putins_war") if name == "putins_war" else load_game(ROOT / "sources" / name)
    context = context_of(game, request.getfixturevalue("plan") if name == "putins_war" else None)
    rules = rules_of(game, next(iter(game.scenarios)))
    tried = 0
    for state in moments(rules, 5, 3):
        read, before = read_position(context, saved(context, rules, state), "a.vsav"), rules.position(state)

        assert standing(read.position, rules.units) == standing(before, rules.units)
        assert rules.position(rules.state_from(read.position)) == rules.position(rules.state_from(before))
        assert read.problems == ()
        tried += 1
    assert tried >= 3


@pytest.fixture(scope="module")
def march_start(march, march_layout):
    """Context, rules and the state of March of Justice at the start."""
    from pnp.games import rules_of

    rules = rules_of(march)
    return Context(march, march, march_layout, image_names(march)), rules, rules.new_state(0)


def moved(context, game, unit, place):
    """A saved game in which a piece has been dragged to a space, and its stack with it no more."""
    number = str(context.base.gpids.pieces[unit])
    at = context.layout.spaces[place].stack
    return replace(game, objects=tuple(replace(o, at=at) if o.id == number else o for o in game.objects))


def test_what_is_older_than_the_pieces_is_told(march_start):
    """Wagner stands in Voronezh now: who holds what is of the moment of saving, and the reader says so."""
    context, rules, state = march_start
    read = read_position(context, moved(context, saved(context, rules, state), "wagner", "voronezh"), "a.vsav")

    assert standing(read.position, ["wagner"]) == {"wagner": ("voronezh", "wagner")}
    assert [p.message for p in read.problems] == [
        "pieces or the turn have moved since turn 1, administration; as they were then: control"
    ]
    assert rules.position(rules.state_from(read.position)).control["voronezh"] == "wagner"


def test_a_saved_game_without_what_the_pieces_leave_open(march_start):
    """A game that was set up by hand: turn, phase and places are read, the rest is told."""
    context, rules, state = march_start
    whole = saved(context, rules, state)
    bare = replace(whole, commands=tuple(c for c in whole.commands if "SavedPosition" not in c))
    read = read_position(context, bare, "a.vsav")

    assert (read.position.turn, read.position.phase) == (1, "administration")
    assert [p.message for p in read.problems] == [
        "it doesn't tell the scenario, options, control and flags; taken as at the start of 'standard'"
    ]


def test_pieces_that_no_position_can_hold_are_named(march_start):
    context, rules, state = march_start
    whole = saved(context, rules, state)
    by_id = {o.id: o for o in whole.objects}
    numbers = context.base.gpids.pieces
    off, again = by_id[str(numbers["serb"])], by_id[str(numbers["wagner"])]
    others = tuple(o for o in whole.objects if o is not off)
    twice = replace(again, id="7000")
    read = read_position(context, replace(whole, objects=(*others, replace(off, at=(-900, 4)), twice)), "a.vsav")

    told = [p.message for p in read.problems]
    assert told[:2] == [
        "1 piece on no place of the board; left out: 'Serb'", "1 piece there twice; left out: 'Main column'"
    ]  # fmt: skip


def test_a_game_that_the_engine_saved_with_an_older_module(march):
    """VASSAL 3.7.26 saved it with a module of November 2026. All that it refers to is still there: numbers, windows,
    the deck, pictures.
    """
    context, older = context_of(march), Path(__file__).with_name("engine-3.7.26-turn-3.vsav")
    game = read_saved_game(older.read_bytes())
    read = read_position(context, game, "a.vsav")

    assert read.problems == ()
    assert (read.position.turn, read.position.phase, read.position.side) == (3, "administration", "wagner")
    assert read.position.units == {
        "rostov": ("rusich", "serb"), "kamensk": ("wagner",), "moscow": ("omon", "fsb", "sobr", "helicopter"),
        "boguchar": ("roadblock-1",), "voronezh": ("roadblock-2",),
    }  # fmt: skip
    assert set(read.position.pools["cup"]) == {
        "police-1", "police-2", "akhmat", "tank-regiment", "mechanized-regiment", "the-people-are-silent"
    }  # fmt: skip
    assert read.position.tracks == {
        "turn": 3, "momentum": 0, "maneuver-combat-1": 1, "maneuver-combat-2": 3, "maneuver-combat-3": 3
    }  # fmt: skip
    fronts = {o.piece.basic.get("image") for o in game.objects if o.piece}
    assert len(fronts) == 21
    assert fronts <= set(context.images.values())
    assert {o.map for o in game.objects} == {"Main Map", "Contact Result Table"}


@pytest.mark.parametrize("counter", ["", "0", "0|9", "0|x;0;false;6;0;0;0", f"0|{'9' * 5000};0;false;6;0;0;0"])
def test_a_turn_counter_of_another_game_is_refused(march_start, counter):
    context, rules, state = march_start
    whole = saved(context, rules, state)
    commands = (f"TURNTurnTracker0\t{counter}", *(c for c in whole.commands if not c.startswith("TURN")))

    with pytest.raises(SourceError, match="the turn counter is not that of the game"):
        read_position(context, replace(whole, commands=commands), "a.vsav")


def test_markers_without_a_value_stand_where_they_started(march):
    """Those of tracks that a game's positions don't keep are there to be moved by hand."""
    position = march.scenarios["standard"].position
    told = position.replaced(scenario="standard", tracks={"turn": 4, "momentum": 2})

    assert resting_markers(march, told) == {f"maneuver-combat-{n}": 2 for n in (1, 2, 3)}
    assert with_idle_markers(march, told, ()).tracks["momentum"] == 2


@pytest.mark.parametrize(
    ("name", "before", "after", "read_back"),
    [
        ("fall-of-the-directory", "OptionCrimeanCampaign;false", "OptionCrimeanCampaign;true",
         {"options": {"crimean-campaign": True}}),
        ("russian-portfolio", "HolderGg19;russian", "HolderGg19;axis", {"control": {"gg19": "axis"}}),
    ],
)  # fmt: skip
def test_what_players_switch_in_the_module_is_read_back(name, before, after, read_back):
    """An optional rule of the scenario properties; Rostov, where nobody stands, given to the other side by hand."""
    from pnp.sources import load_game

    game = load_game(name)
    context, scenario = context_of(game), next(iter(game.scenarios))
    start = full_position(game, PositionSource(scenario=scenario))
    whole = read_saved_game(saved_game(context, start))
    assert sum(before in command for command in whole.commands) == 1
    commands = tuple(command.replace(before, after) for command in whole.commands)
    read = read_position(context, replace(whole, commands=commands), "a.vsav")

    as_saved = read_position(context, whole, "a.vsav").position
    field = next(iter(read_back))

    assert getattr(read.position, field) == {**(getattr(as_saved, field) or {}), **read_back[field]}
    assert getattr(as_saved, field) != getattr(read.position, field)
    assert read.problems == ()


# From strangers -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("\x1b" * 200_001, "more than 200000 commands in a saved game"),
        ("+/1/piece;;;a;b/Main Map;" + "9" * 5000 + ";1;4;0", "is no point"),
        ("+/1/stack/Main Map", "a piece can't be read"),
        ("+/1/" + "cmt;x\t" * 9000 + "/", "a piece can't be read"),
    ],
)
def test_a_saved_game_that_is_none_is_refused_with_its_cause(text, reason):
    with pytest.raises(SourceError, match=reason):
        read_saved_game(packed(savedGame=text.encode()))


@pytest.mark.parametrize("value", ["", "{", "[" * 90_000, "3", '{"position":[],"pieces":"","counter":""}',
                                   '{"position":{"turn":"x"},"pieces":"","counter":""}'])  # fmt: skip
def test_what_a_stranger_wrote_into_the_property_is_left_out(march_start, value):
    """What isn't what we write counts as nothing: the reader says that scenario, options and so on aren't told."""
    context, rules, state = march_start
    whole = saved(context, rules, state)
    others = tuple(c for c in whole.commands if "SavedPosition" not in c)
    strange = replace(whole, commands=(*others, f"GlobalProperty\t;SavedPosition;{value};Module"))

    assert "it doesn't tell the scenario" in read_position(context, strange, "a.vsav").problems[0].message
