"""A game with some of its numbers changed: the value that a path names, those allowed there, the sources untouched.
"""

from __future__ import annotations

import pytest

from pnp.errors import SourceError
from pnp.games import GAMES
from pnp.model.changes import changed, value_at
from pnp.sources import load_game


@pytest.fixture(scope="module")
def march():
    return load_game("march-of-justice")


def problem_of(game, path, value):
    with pytest.raises(SourceError) as caught:
        changed(game, {path: value})
    return caught.value.problems[0]


def test_a_counter_of_a_group_changes_alone_and_a_group_as_a_whole(putins_war):
    one = changed(putins_war, {"counters.armored-division-2.combat": 6})
    assert [c.factor("combat") for c in one.all_counters()[:3]] == [4, 6, 4]
    whole = changed(putins_war, {"counters.armored-division.combat": 6})
    assert [c.factor("combat") for c in whole.all_counters()[:9]] == [6] * 9
    assert value_at(putins_war, "counters.armored-division.combat") == 4


def test_a_group_whose_counters_differ_has_no_value_of_its_own(putins_war):
    assert value_at(putins_war, "counters.ukrainian-forces.combat") is None
    assert value_at(putins_war, "counters.ukrainian-forces-1.combat") == 2


def test_a_reduced_back_changes_apart_from_the_front(march):
    variant = changed(march, {"counters.fsb.reduced.sp": 2})
    fsb = next(c for c in variant.all_counters() if c.id == "fsb")
    assert (fsb.factor("sp"), fsb.factor("sp", reduced=True), fsb.factor("ma", reduced=True)) == (3, 2, 3)


def test_parameters_turns_markers_rivers_and_cells_change(march):
    variant = changed(
        march,
        {
            "parameters.attack-threshold": 4, "scenario.turns": 8, "scenario.tracks.momentum": -2,
            "routes.rubelo.moscow.river": "oka", "routes.rostov.grozny.river": "none",
            "tables.contact.-6.7+": "EX", "tables.force-ratio.1.5:1": 1, "tables.boons.false-flag.cost": 1,
        },
    )  # fmt: skip
    assert variant.info.parameter("attack-threshold") == 4
    assert variant.scenarios["standard"].turns == 8
    assert [s.id for s in variant.map.tracks[0].spaces][-2:] == ["turn-7", "turn-8"]
    assert variant.scenarios["standard"].position.tracks["momentum"] == -2
    assert {r.between: r.river for r in variant.map.routes}["rubelo", "moscow"] == "oka"
    assert {r.between: r.river for r in variant.map.routes}["rostov", "grozny"] is None
    assert variant.table("contact").result("-6", 7) == "EX"
    assert variant.table("force-ratio").shift(3, 2) == 1
    assert variant.table("boons").row("false-flag").effect("cost") == 1
    assert march.table("boons").row("false-flag").effect("cost") == 2


def test_a_word_behind_an_effect_changes_to_that_of_another_row():
    """Who is first by the die: a side that some row names, and nothing else."""
    fall, path = load_game("fall-of-the-directory"), "tables.initiative.b-d-v.first"
    assert value_at(changed(fall, {path: "volunteer"}), path) == "volunteer"
    assert problem_of(fall, path, "makhnovist").code == "bad-value"


def test_the_game_remembers_its_changes_and_none_leave_it_alone(march):
    assert dict(changed(march, {"scenario.turns": 5, "counters.omon.sp": 3}).changes) == {
        "counters.omon.sp": 3,
        "scenario.turns": 5,
    }
    assert changed(march, {}) is march


@pytest.mark.parametrize(
    ("path", "hint"),
    [
        ("counters.omn.sp", "did you mean 'omon'?"), ("counters.omon.sq", "expected one of 'ma', 'sp'."),
        ("parametres.cup", "did you mean 'parameters'?"),
        ("parameters.attack-treshold", "did you mean 'attack-threshold'?"),
        ("routes.moscow.rostov.river", "expected one of 'rubelo', 'ryazan', 'serpukhov', 'stupino'."),
        ("tables.contact.+1.8", ""), ("counters.omon.sp.x", "leave out 'x'"),
        ("scenario.tracks.momentun", "did you mean 'momentum'?"),
        ("counters", ""), ("", "expected one of 'counters', 'parameters', 'routes', 'scenario', 'tables', 'variants'."),
    ],
)  # fmt: skip
def test_a_path_that_names_nothing_is_told_with_what_would_do(march, path, hint):
    problem = problem_of(march, path, 1)
    assert problem.code == "unknown-name"
    assert hint in problem.hint


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("counters.omon.sp", -1), ("counters.omon.sp", 100), ("counters.omon.sp", "three"), ("counters.omon.sp", True),
        ("counters.omon.sp", 2.5), ("scenario.turns", 0), ("scenario.tracks.momentum", 4),
        ("scenario.tracks.maneuver-combat-1", 5),
        ("routes.rubelo.moscow.river", "volga"), ("tables.contact.+1.1", "XX"),
    ],
)  # fmt: skip
def test_nonsense_is_refused(march, path, value):
    assert problem_of(march, path, value).code == "bad-value"


def test_too_many_changes_are_refused(march):
    with pytest.raises(SourceError, match="at most 50 changes"):
        changed(march, {f"counters.x{n}.sp": 1 for n in range(51)})


def test_a_variant_changes_all_values_of_its_alternative_and_others_go_on_from_it():
    """Die and column counted from 0: as printed 10 is D1 and 15 DE; in the steeper table they are D4 and BR, in the
    sharper one 13 is DE, in the printed one DX.
    """
    game = load_game("russian-portfolio")
    steeper = changed(game, {"variants.combat-results": "steeper", "tables.combat-results.10:1.5": "X"})
    sharper = changed(game, {"variants.combat-results": "sharper"})
    cells = [("2:1", 5), ("7:1", 6), ("7:1", 4), ("10:1", 5)]
    tables = [one.table("combat-results") for one in (game, steeper, sharper)]
    assert [[table.result(*cell) for cell in cells] for table in tables] == [
        ["D1", "DE", "DX", "DE"], ["D4", "BR", "DX", "X"], ["D4", "BR", "DE", "BR"],
    ]  # fmt: skip
    assert value_at(game, "variants.combat-results") == "standard"
    assert value_at(steeper, "variants.combat-results") == "steeper"
    problem = problem_of(game, "variants.combat-results", "steep")
    assert (problem.code, problem.hint) == ("bad-value", "did you mean 'steeper'?")


@pytest.mark.parametrize("name", GAMES)
def test_what_the_alternatives_of_variants_change_can_stand_there(name):
    """A path or value that isn't right raises SourceError; one that is right but already so is no alternative."""
    game = load_game(name)
    for variant in game.info.variants:
        for one in variant.alternatives:
            varied = changed(game, {f"variants.{variant.id}": one.id})
            assert [path for path, new in one.changes.items() if value_at(varied, path) != new] == []
            assert [path for path, new in one.changes.items() if value_at(game, path) == new] == []
