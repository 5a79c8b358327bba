"""The contact calculator: its formulas worked out by an evaluator of our own, and its window.

The cases are the rulebook's (6 against 5, 6 against 3) and others worked out by hand from the printed tables.
"""

from __future__ import annotations

import re

import pytest

from pnp.sources import load_game
from pnp.vassal.context import KEYS
from pnp.vassal.format.encoding import split_fields
from pnp.vassal.tables.calculator import strength_property
from tests.vassal.beanshell import evaluate
from tests.vassal.conftest import ROOT

pytestmark = pytest.mark.slow

MOMENTUM = ("SumMap", "TrackValue", "Main Map", '{CounterId=="momentum"}')


def panel(module):
    return next(piece for piece in module.pieces if piece.properties()["CounterId"] == "calculator-contact")


@pytest.fixture
def worked_out(march_module):
    """worked_out("Code", attack=6, …): a value of the calculator, from the expressions in the module."""
    formulas = {t.get("name"): t.get("expression") for t in panel(march_module).traits if t.id == "calcProp"}

    def value(part, *, side="wagner", attack=0, defence=1, river=0, capital=0, flanking=0, momentum=0, die=1):
        names = {
            "ContactSide": side, "ContactAttack": attack, "ContactDefence": defence, "ContactRiver": river,
            "ContactCapital": capital,
            "ContactFlanking": flanking, "Contact0_result": die, MOMENTUM: momentum, **formulas,
        }  # fmt: skip
        return evaluate(formulas[f"Contact{part}"], names)

    return value


@pytest.mark.parametrize(
    ("attack", "defence", "difference", "shift", "column"),
    [
        (6, 5, 1, -1, 0),  # 1.2 : 1 is rounded down to 1:1, one to the left
        (6, 3, 3, 1, 4),  # 2:1, one to the right
        (3, 2, 1, 0, 1),  # 1.5:1 exactly
        (2, 7, -5, -3, -6),  # worse than 1:3; the table ends at −6
        (12, 3, 9, 3, 6),
        (24, 17, 7, -1, 6),  # moved first, then held to the end
        (5, 10, -5, -2, -6),
        (1, 3, -2, -3, -5),
        (4, 0, 4, 3, 6),  # no strength at all: the last ratio
        (0, 0, 0, 0, 0),  # nothing filled in yet: no ratio, no shift
    ],
)
def test_difference_shift_and_column(worked_out, attack, defence, difference, shift, column):
    """Rule: 6.2.1, 6.2.3.1"""
    values = [worked_out(part, attack=attack, defence=defence) for part in ("Difference", "Shift", "Column")]

    assert values == [difference, shift, column + 6]  # columns are counted from −6


def test_every_column_agrees_with_the_ratio_worked_out_in_fractions(worked_out):
    """A second way: the ratio as a fraction, against the limits of the printed shifts."""
    from fractions import Fraction

    limits = [(4, 3), (3, 2), (2, 1), (Fraction(3, 2), 0), (1, -1), (Fraction(1, 2), -2)]
    for attack in range(0, 26, 3):
        for defence in range(1, 20, 2):
            shift = next((s for limit, s in limits if Fraction(attack, defence) >= limit), -3)
            column = min(max(attack - defence + shift, -6), 6)
            assert worked_out("Column", attack=attack, defence=defence) == column + 6, (attack, defence)


@pytest.mark.parametrize(
    ("case", "total"),
    [
        ({"momentum": 2}, 2),
        ({"side": "russia", "momentum": 2}, -2),
        ({"side": "russia", "momentum": -3}, 3),
        ({"momentum": 1, "river": 1}, 0),
        ({"momentum": 1, "capital": 1, "flanking": 2}, 1),
        ({"side": "russia", "capital": 1}, 0),  # only Wagner suffers in Moscow
        ({"momentum": -3, "river": 1, "capital": 1}, -6),
    ],
)
def test_modifiers(worked_out, case, total):
    """Rule: 6.2.3.2"""
    assert worked_out("Modifier", **case) == total


@pytest.mark.parametrize(
    ("case", "code"),
    [
        ({"attack": 6, "defence": 5, "die": 4}, "EX"),  # column 0, row 4
        ({"attack": 6, "defence": 3, "die": 4}, "Rp"),  # column +4, row 4
        ({"attack": 6, "defence": 5, "die": 1, "momentum": -3}, "Ar"),  # row 0 or less, column 0
        ({"attack": 12, "defence": 3, "die": 6, "momentum": 3}, "S"),  # row 7 or more, column +6
        ({"attack": 2, "defence": 7, "die": 6}, "Ar"),
        ({"attack": 2, "defence": 7, "die": 5}, "AR"),
        ({"attack": 12, "defence": 3, "die": 1, "river": 1}, "NE"),  # row 0, column +6
    ],
)
def test_the_result(worked_out, case, code):
    """Rule: 6.2.2"""
    assert worked_out("Code", **case) == code


def test_what_is_told_names_column_roll_result_and_rule(march_module):
    piece = panel(march_module)
    formulas = {t.get("name"): t.get("expression") for t in piece.traits if t.id == "calcProp"}
    report = next(t for t in piece.traits if t.id == "report")
    names = {
        "ContactSide": "russia", "ContactAttack": 6, "ContactDefence": 3, "ContactRiver": 1, "ContactCapital": 0,
        "ContactFlanking": 0,
        "Contact0_result": 5, MOMENTUM: 1, **formulas,
    }  # fmt: skip
    text = evaluate(report.get("format"), names)

    assert text.startswith(
        "Russia attacks, 6 against 3: difference +3, shift +1, column +4; die −2. Contact Result Table: die 5, with "
        "modifiers 3, column +4: "
        "Rp, Repulsed. All defenders retreat"
    )
    assert text.endswith(" [6.2.2]")


def test_values_stop_at_their_ends(march_module):
    """Flanking counts twice at most, a river once."""
    limits = {t.get("name"): t.get("constraints") for t in panel(march_module).traits if t.id == "setprop"}

    assert (limits["ContactFlanking"], limits["ContactRiver"]) == ("true,0,2,false", "true,0,1,false")
    assert limits["ContactAttack"] == "true,0,60,false"


def test_every_button_of_the_picture_sends_a_key_that_is_heard(march_module):
    traits = panel(march_module).traits
    heard = {split_fields(c, ":")[1] for t in traits if t.id == "setprop" for c in split_fields(t.get("commands"), ",")}
    heard |= {t.get("key") for t in traits if t.id == "macro"}
    buttons = [t for t in traits if t.id == "button"]

    assert len(buttons) == 13  # the side, five values up and down, roll and clear
    assert {t.get("key") for t in buttons} <= heard
    assert all(len(t.values) == 10 + 8 for t in buttons)


def test_buttons_lie_on_the_picture_and_apart(march_module):
    head = march_module.read("images/calculator-contact.svg")[:400]
    width, height = (int(re.search(rb' %s="(\d+)' % name, head)[1]) for name in (b"width", b"height"))
    places = [tuple(int(v) for v in t.values[1:5]) for t in panel(march_module).traits if t.id == "button"]

    for x, y, w, h in places:
        assert -width / 2 <= x and x + w <= width / 2 and -height / 2 <= y and y + h <= height / 2
    for i, (x, y, w, h) in enumerate(places):
        for a, b, c, d in places[i + 1 :]:
            assert x + w <= a or a + c <= x or y + h <= b or b + d <= y


def test_the_window_opens_by_its_button_and_holds_the_piece(march_module):
    window = next(e for e in march_module.root.find_all("Map") if e.attributes["mapName"] == "Contact Result Table")
    saved = march_module.setups["standard.vsav"]

    assert (window.attributes["launch"], window.attributes["hotkey"]) == ("true", KEYS["calculate"])
    assert [s.attributes["gpid"] for s in window.find_all("PieceSlot")] == ["21"]
    assert [item.map for item in saved.objects if item.id == "21"] == ["Contact Result Table"]


# Filled in from the map ------------------------------------------------------------------------------


def filled(module):
    expressions = {}
    for element in module.root.find_all("GlobalProperty"):
        for button in element.children:
            if button.attributes["hotkey"].endswith("contact-fill"):
                expressions[element.attributes["name"]] = split_fields(button.attributes["propChanger"], ",")[1]
    return expressions


def test_where_nobody_is_marked_the_side_that_the_defenders_face_attacks(march_module):
    """Counts of units by (marked or in the attacked place, side); the first that isn't 0 decides."""

    def attacker(**counts):
        calls = {
            ("CountMap", "Main Map", f'{{{units}&&Side=="{side}"}}'): counts.get(f"{kind}_{side}", 0)
            for kind, units in (("marked", "Attacks_Active==true&&ContactNear==1"),
                                ("attacked", "SpaceId==ContactTarget&&Mobile==1"))
            for side in ("wagner", "russia")
        }  # fmt: skip
        return evaluate(filled(march_module)["ContactSide"], calls)

    assert [attacker(attacked_wagner=1), attacker(attacked_russia=2)] == ["russia", "wagner"]
    assert attacker(marked_russia=1, attacked_russia=3) == "russia"
    assert attacker() == "wagner"


def test_marks_beside_the_attacked_place_count_and_the_roll_takes_all_off(march_module):
    unit = {t.get("name"): t for t in march_module.prototypes["wagner unit"] if t.id == "calcProp"}
    roll = next(t for t in panel(march_module).traits if t.id == "macro" and t.get("name") == "roll")

    near = unit["ContactNear"].get("expression")
    assert near == '{(ContactNeighbours.contains(","+SpaceId+","))?1:0}'
    assert split_fields(roll.get("actions"), ",")[-1].endswith("contact-clear-marks")


def test_strengths_are_those_of_the_moment(march_module):
    values = filled(march_module)

    assert values["ContactAttack"] == '{SumMap("SpNow","Main Map","{Attacks_Active==true&&ContactNear==1}")}'
    assert values["ContactDefence"] == '{SumMap("SpNow","Main Map","{SpaceId==ContactTarget&&Mobile==1}")}'
    assert set(values) == {f"Contact{part}" for part in ("Side", "Attack", "Defence", "River", "Capital", "Flanking")}


@pytest.mark.parametrize(("target", "times"), [("moscow", 1), ("tula", 0)])
def test_the_capital_is_known_by_the_target(march_module, target, times):
    assert evaluate(filled(march_module)["ContactCapital"], {"ContactTarget": target}) == times


@pytest.mark.parametrize(
    ("attackers", "elsewhere"),
    [([2], 0), ([1, 1], 1), ([2, 1], 1), ([1, 1, 1], 2), ([3, 2], 2), ([2, 2, 1], 2), ([], 0)],
)
def test_flanking_counts_the_units_from_other_locations(march_module, attackers, elsewhere):
    """Each attacker from another location than the main one, two at most; `attackers` = units in each location. PMJ-19
    """
    total = sum(attackers)

    def count(condition):
        match = re.search(r"ContactBeside>=ContactAttackers-(\d)", condition)
        return sum(n for n in attackers if match is None or n >= total - int(match[1]))

    values = filled(march_module)["ContactFlanking"]
    calls = {
        ("CountMap", "Main Map", text.replace('\\"', '"')): count(text)
        for text in re.findall(r'"Main Map","(\{[^}]*\})"', values)
    }

    assert evaluate(values, calls) == elsewhere


def test_a_river_counts_unless_only_helicopters_cross_it(march_module):
    helicopter = next(p for p in march_module.pieces if p.properties()["CounterId"] == "helicopter")

    assert 'ContactRivers.contains(\\",\\"+SpaceId+\\",\\")' in filled(march_module)["ContactRiver"]
    assert "IgnoresRivers!=1" in filled(march_module)["ContactRiver"]
    assert helicopter.properties()["IgnoresRivers"] == "1"
    assert sum("IgnoresRivers" in p.properties() for p in march_module.pieces) == 1


def test_help_can_be_switched_off_but_the_calculator_stays(march_module):
    hides = next(t for t in march_module.prototypes["wagner unit"] if t.id == "hideCmd")

    assert hides.get("match") == "{Automation==false}"
    assert {KEYS["mark"], KEYS["target"]} <= set(split_fields(hides.get("keys"), ","))
    assert KEYS["roll"] not in hides.get("keys")


def test_what_no_track_changes_is_summed_as_printed(march):
    """Only units whose strength the marker of a track changes have a value of the moment."""
    two_rivers = load_game(ROOT / "sources" / "two_rivers")

    assert (strength_property(two_rivers), strength_property(march)) == ("Combat", "SpNow")
