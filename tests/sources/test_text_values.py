"""Texts that name values of the game."""

import pytest

from pnp.errors import Location, SourceError
from pnp.model.game import Game
from pnp.sources import load_game
from pnp.sources.text_values import rendered, rule_values, unwrapped

VALUES = {"parameter": {"stack-limit": 3, "least": -6}, "name": "Kyiv", "deep": {"er": {"still": 1}}}


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("putins-war")


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("At most {{ parameter.stack_limit }}.", "At most 3."),
        ("At most {{ parameter['stack-limit'] }}.", "At most 3."),
        ("{{ parameter.least }} or fewer", "−6 or fewer"),
        ("{{name}} {{ deep.er.still }}", "Kyiv 1"),
        ("no values, one brace {", "no values, one brace {"),
        ("a\nb\n\n1. c\n   d\n@table x\ne", "a b\n\n1. c d\n@table x\ne"),
    ],
)
def test_values_are_filled_in(text: str, result: str):
    assert rendered(text, VALUES) == result


@pytest.mark.parametrize(
    "text",
    [
        "{{ parameter.stack_limits }}",
        "{{ parameter }}",
        "{{ name.__class__ }}",
        "{{ parameter.items }}",
        "{{ ''.__class__.__mro__ }}",
        "{{ name | upper }}",
        "{{ 9 ** 9 ** 9 }}",
        "{{ range(9) }}",
        "{{ name() }}",
        "{% for x in parameter %}x{% endfor %}",
        "{% include '/etc/passwd' %}",
        "{# a comment #}{{ nothing }}",
        "{{ unclosed",
        "{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}",
        "{{ name }}" * 2000,
        "x" * 19_990 + "{{ name }} and more",
    ],
)
def test_anything_but_a_known_value_is_refused_with_its_place(text: str):
    with pytest.raises(SourceError) as caught:
        rendered(text, VALUES, where=Location("rules/1.yaml", 4, 5))

    assert str(caught.value.problems[0].where) == "rules/1.yaml:4:5"


def test_a_misspelt_value_gets_a_hint():
    with pytest.raises(SourceError) as caught:
        rendered("{{ parameter.stack_limits }}", VALUES)

    assert caught.value.problems[0].hint == "did you mean 'stack_limit'?"


def test_unwrapped_keeps_paragraphs_lists_and_directives_apart():
    assert unwrapped("\nOne\n  two\n\n\n- a\n- b\n\n@example x\nend\n") == "One two\n\n- a\n- b\n\n@example x\nend"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("parameter.stack_limit", 3),
        ("count.ukrainian_forces", 17),
        ("counters", 40),
        ("forces.russia", 16),
        ("forces.ukraine", 17),
        ("optional_forces.ukraine", 2),
        ("factor.ukrainian_forces.mix", "8\u00a0×\u00a02, 5\u00a0×\u00a03, 4\u00a0×\u00a04"),
        ("factor.air_force.most", 4),
        ("scenario.turns", 10),
        ("scenario.victory_points", 21),
        ("scenario.start.armored_division", 4),
        ("scenario.start.total", 6),
        ("scenario.held.russian_reserve.armored_division", 5),
        ("scenario.held.russian_reserve.total", 10),
        ("table.invasion.modifier.stronghold", "+2"),
        ("table.invasion.most", "6"),
        ("table.combat.last_column", "4:1"),
        ("table.invasion.row.volunteers.signed.strength", "−1"),
        ("table.invasion.row.homeland.after.keep", "3"),
        ("map.areas", 29),
        ("map.points", 36),
        ("space.kyyivska.points", 5),
    ],
)
def test_values_of_the_game(game: Game, name: str, value: object):
    """Rule: FACTS 1.1 to 1.4, as printed."""
    assert rendered(f"{{{{ {name} }}}}", rule_values(game)) == str(value)


def test_spaces_are_listed_by_their_points(game: Game):
    """Those of most points first; Crimea and what else is worth nothing in no line."""
    lines = rendered("{{ areas.list_by_points }}", rule_values(game)).split("\n")

    assert lines[:2] == ["- **5**: Kyyivs’ka", "- **3**: Kharkivs’ka, Odes’ka"]
    assert [line[:8] for line in lines[2:]] == ["- **2**:", "- **1**:"]
    assert not any("Krym" in line for line in lines)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("range.momentum.least", "−3"),
        ("range.momentum.most", "+3"),
        ("range.maneuver_combat.all", "0-4, 1-3, 2-2, 3-1, 4-0"),
        ("range.maneuver_combat.factor.sp.most", 4),
        ("range.turn.most", "6"),
        ("road.m4.chain", "Rostov, Kamensk, Boguchar, Voronezh, Yelets, Yefremov, Stupino, Moscow"),
        ("road.road.chain", ""),
        ("side.wagner.home", "Rostov"),
        ("counter.akhmat.home", "Grozny"),
        ("counter.tank_regiment.arrives", "Kaluga"),
        ("factor.akhmat.sp", 4),
        ("factor.akhmat.reduced.sp", 2),
        ("factor.omon.ma", 2),
        ("scenario.tracks.momentum", "+1"),
        ("scenario.tracks.maneuver_combat_1", "2-2"),
        ("scenario.held.cup.police", 2),
        ("scenario.held.cup.total", 8),
        ("scenario.held.moscow.total", 3),
        ("table.contact.modifier.capital", "−2"),
        ("table.contact.limit.flanking", "+2"),
        ("table.contact.first_column", "−6"),
        ("table.force_ratio.shift.at_2_to_1", "1R"),
        ("table.force_ratio.shift.at_1_5_to_1", "0"),
        ("table.force_ratio.last_column", "4:1"),
        ("table.boons.row.false_flag.cost", "2"),
        ("table.momentum_questions.row.wagner_eliminated.key", "−3"),
        ("table.momentum_questions.row.wagner_eliminated.signed.add", "−3"),
        ("table.priorities.step.target", "Can a Wagner location, not yet dealt with, be attacked at +3 or better, "
                                         "this turn or next? Take the best."),
    ],
)
def test_values_of_a_point_map_with_tracks(name: str, value: object):
    """Rule: FACTS 2.1 to 2.4."""
    assert rendered(f"{{{{ {name} }}}}", rule_values(load_game("march-of-justice"))) == str(value)
