"""Every reason for refusing an action in March of Justice: the rule, the reason, the words, and nothing changed."""

from __future__ import annotations

import pytest

from pnp.games.march_of_justice.reasons import REASONS
from tests.games.march_units import TANK, reduced, switched

HOME = {"rostov": ["wagner", "rusich", "serb"], "moscow": ["omon", "fsb"]}
TWO = {"two-player": True}
ADMIN = {"phase": "administration"}
RUSSIA = {"phase": "russia", "options": TWO}
SILENT = {**RUSSIA, "cup": ["the-people-are-silent"]}
FACING = {"yelets": ["wagner", "rusich"], "kamensk": ["serb"], "yefremov": ["omon", "fsb"], "turn-4": [TANK]}

CASES = [
    # administration
    ("no-marker", "3.5", HOME, ADMIN, (), "choose-unit omon"),
    ("marker-moved", "5.1", HOME, ADMIN, ("choose-unit wagner", "shift-to mct-1-3"), "choose-unit wagner"),
    ("marker-stays", "5.1", HOME, ADMIN, ("choose-unit wagner",), "shift-to mct-2-2"),
    ("too-dear", "5.2", HOME, ADMIN, ("choose-unit wagner",), "shift-to mct-0-4"),
    ("marker-too-far", "5.1", HOME, {**ADMIN, "marks": (0, 2, 2)}, ("choose-unit wagner",), "shift-to mct-3-1"),
    (
        "marker-too-far",
        "5.1",
        HOME,
        {**ADMIN, "momentum": 1, "marks": (0, 2, 2)},
        ("choose-unit wagner",),
        "shift-to mct-3-1",
    ),
    ("other-track", "3.5", HOME, ADMIN, ("choose-unit wagner",), "shift-to turn-2"),
    ("longer-move", "5.2", HOME, {**ADMIN, "momentum": 2}, ("done",), "spend-on double-shift"),
    ("not-for-sale", "5.2", HOME, {**ADMIN, "momentum": 2}, ("done",), "spend-on restore-one"),
    (
        "too-dear",
        "5.2",
        {**HOME, "rostov": [reduced("wagner")]},
        {**ADMIN, "momentum": 2},
        ("done",),
        "spend-on restore",
    ),
    ("no-object", "5.2", HOME, {**ADMIN, "momentum": 3}, ("done",), "spend-on rebuild"),
    ("not-an-object", "5.2", HOME, {**ADMIN, "momentum": 3}, ("done", "spend-on false-flag"), "choose-unit wagner"),
    # return
    ("closed-home", "3.11", {"voronezh": ["wagner"], "turn-2": ["serb"]}, {}, (), "place-at grozny"),
    ("no-return-there", "3.11", {"voronezh": ["wagner"], "turn-2": ["serb"]}, {}, (), "place-at boguchar"),
    ("enemy-there", "3.3", {"kamensk": ["omon"], "turn-2": ["serb"]}, {}, (), "place-at kamensk"),
    # movement
    ("a-marker", "3.2", {**HOME, "kamensk": ["roadblock-1"]}, {}, (), "choose-unit roadblock-1"),
    ("not-yours", "6.1", HOME, {}, (), "choose-unit omon"),
    ("not-on-map", "6.1", {"rostov": ["wagner"]}, {}, (), "choose-unit serb"),
    ("dispersed", "3.11", {"rostov": ["wagner"], "turn-4": ["serb"]}, {}, (), "choose-unit serb"),
    ("eliminated", "3.1", {"rostov": ["wagner"], "eliminated": ["serb"]}, {}, (), "choose-unit serb"),
    ("in-cup", "3.8", HOME, {**RUSSIA, "cup": ["police-1", TANK], "draws": ("police-1",)}, (), f"choose-unit {TANK}"),
    ("gone", "6.2.2", {**HOME, "removed": [switched(TANK)]}, {}, (), f"choose-unit {TANK}"),
    ("moved", "6.1", HOME, {}, ("choose-unit serb", "move-to kamensk"), "choose-unit serb"),
    ("no-allowance", "3.1.2", HOME, {"marks": (4, 2, 2)}, (), "choose-unit wagner"),
    ("no-way", "6.1", {"grozny": ["wagner"], "orel": ["serb"]}, {"marks": (3, 2, 2)}, (), "choose-unit wagner"),
    ("shut-in", "3.3", {"grozny": ["wagner"], "rostov": ["omon"], "orel": ["serb"]}, {}, (), "choose-unit wagner"),
    ("chosen-already", "6.1", HOME, {}, ("choose-unit serb",), "choose-unit serb"),
    (
        "starts-elsewhere",
        "6.1",
        {"rostov": ["wagner"], "kamensk": ["serb"]},
        {},
        ("choose-unit serb",),
        "choose-unit wagner",
    ),
    ("stands-there", "6.1", HOME, {}, ("choose-unit serb",), "move-to rostov"),
    ("too-far", "6.1", HOME, {}, ("choose-unit serb",), "move-to boguchar"),
    ("too-far", "6.1", {**HOME, "kamensk": ["sobr"]}, {}, ("choose-unit serb",), "move-to boguchar"),
    (
        "enemy-in-the-way",
        "3.3",
        {**HOME, "kamensk": ["sobr"]},
        {"marks": (2, 2, 1)},
        ("choose-unit serb",),
        "move-to boguchar",
    ),
    (
        "too-far",
        "6.1",
        {**HOME, "kamensk": ["sobr"]},
        {"marks": (2, 2, 1)},
        ("choose-unit serb", "choose-unit wagner"),
        "move-to boguchar",
    ),
    (
        "enemy-in-the-way",
        "3.3",
        {"kamensk": ["serb"], "orel": ["wagner"], "boguchar": [TANK], "moscow": ["omon"]},
        RUSSIA,
        (f"choose-unit {TANK}",),
        "move-to rostov",
    ),
    ("enemy-there", "3.3", {**HOME, "kamensk": ["sobr"]}, {}, ("choose-unit serb",), "move-to kamensk"),
    # contact
    ("no-enemy", "6.2", FACING, {}, ("done",), "attack tula"),
    ("nobody-can-attack", "6.2", {**FACING, "orel": ["sobr"], "moscow": ["police-1"]}, {}, ("done",), "attack moscow"),
    ("chosen-already", "6.2", FACING, {}, ("done", "attack yefremov", "choose-unit wagner"), "choose-unit wagner"),
    (
        "a-marker",
        "3.2",
        {**FACING, "orel": ["roadblock-1"]},
        {},
        ("done", "attack yefremov"),
        "choose-unit roadblock-1",
    ),
    ("not-yours", "6.2", FACING, {}, ("done", "attack yefremov"), "choose-unit omon"),
    (
        "dispersed",
        "3.11",
        {**FACING, "turn-4": [switched(TANK)]},
        {},
        ("done", "attack yefremov"),
        f"choose-unit {TANK}",
    ),
    ("not-beside", "6.2", FACING, {}, ("done", "attack yefremov"), "choose-unit serb"),
    (
        "attacked",
        "6.2",
        {**FACING, "yelets": ["wagner", "rusich", switched(TANK)], "turn-4": []},
        {"dice": (3,), "options": TWO},
        ("done", "attack yefremov", "choose-unit wagner", "fight", "attack yefremov"),
        "choose-unit wagner",
    ),
    ("nobody-attacks", "6.2", FACING, {}, ("done", "attack yefremov"), "fight"),
    (
        "defends-only",
        "3.1",
        {"yelets": ["serb"], "yefremov": ["omon", "fsb", "police-1"], "kamensk": ["wagner"]},
        RUSSIA,
        ("done", "attack yelets"),
        "choose-unit police-1",
    ),
    (
        "not-strongest",
        "6.2.2",
        {**FACING, "yelets": ["rusich", "serb"], "kamensk": ["wagner"]},
        {"marks": (2, 1, 2), "dice": (2,)},
        ("done", "attack yefremov", "choose-unit rusich", "choose-unit serb"),
        "lose-unit wagner",
    ),
    (
        "not-adjacent",
        "6.2.2",
        {"orel": ["serb"], "kaluga": [TANK], "rostov": ["wagner"]},
        {**RUSSIA, "dice": (4,), "marks": (2, 2, 0)},
        ("done", "attack orel"),
        "retreat-to rostov",
    ),
    (
        "enemy-there",
        "3.3",
        {"orel": ["serb"], "kaluga": [TANK], "rostov": ["wagner"]},
        {**RUSSIA, "dice": (4,), "marks": (2, 2, 0)},
        ("done", "attack orel"),
        "retreat-to kaluga",
    ),
    (
        "not-nearer",
        "6.2.2",
        {"orel": ["serb"], "kaluga": [TANK], "rostov": ["wagner"]},
        {**RUSSIA, "dice": (4,), "marks": (2, 2, 0)},
        ("done", "attack orel"),
        "retreat-to tula",
    ),
    (
        "no-attack-from",
        "6.2.2",
        {"yelets": ["wagner"], "tula": ["rusich"], "yefremov": [TANK], "rostov": ["serb"]},
        {"dice": (3,), "marks": (0, 0, 0), "options": TWO},
        ("done", "attack yefremov", "choose-unit wagner", "choose-unit rusich"),
        "join-at rostov",
    ),
    (
        "may-not-advance",
        "6.2.4",
        {"yelets": ["wagner"], "kamensk": ["serb"], "yefremov": ["omon"]},
        {"dice": (3,)},
        ("done", "attack yefremov"),
        "advance serb",
    ),
    # Russian turn
    ("arrives-beside", "7.1", {"kaluga": ["wagner"]}, {**RUSSIA, "cup": [TANK]}, (), "place-at moscow"),
    ("enemy-there", "3.3", {"kaluga": ["wagner"]}, {**RUSSIA, "cup": [TANK]}, (), "place-at kaluga"),
    ("not-russian", "7.1.1", HOME, {**SILENT, "momentum": 1}, (), "choose-unit wagner"),
    ("not-on-map", "7.1.1", {**HOME, "turn-4": ["sobr"]}, {**SILENT, "momentum": 1}, (), "choose-unit sobr"),
    ("reduced", "7.1.1", {**HOME, "tula": [reduced("sobr")]}, {**SILENT, "momentum": 1}, (), "choose-unit sobr"),
    ("no-reduced-side", "3.1", {**HOME, "tula": [TANK]}, {**SILENT, "momentum": 1}, (), f"choose-unit {TANK}"),
    (
        "never-switches",
        "3.1",
        {"rostov": ["wagner"], "moscow": ["omon", TANK]},
        {**SILENT, "momentum": 3},
        (),
        "choose-unit omon",
    ),
    (
        "not-nearest",
        "7.1.1",
        {"kaluga": ["police-1", TANK], "tula": ["wagner"], "orel": ["serb"]},
        {**SILENT, "momentum": 3},
        (f"choose-unit {TANK}",),
        "join-at moscow",
    ),
    (
        "not-for-sale",
        "7.2",
        {**HOME, "moscow": [reduced("omon")]},
        {**RUSSIA, "momentum": -1},
        (),
        "spend-on false-flag",
    ),
    ("too-dear", "7.2", {**HOME, "moscow": [reduced("omon")]}, {**RUSSIA, "momentum": -1}, (), "spend-on restore-two"),
    (
        "no-object",
        "7.2",
        {**HOME, "moscow": [reduced("omon")]},
        {**RUSSIA, "momentum": -2},
        (),
        "spend-on rebuild-reduced",
    ),
    (
        "not-an-object",
        "7.2",
        {**HOME, "moscow": [reduced("omon")]},
        {**RUSSIA, "momentum": -1},
        ("spend-on restore-one",),
        "choose-unit wagner",
    ),
    ("not-a-marker", "7.3", {**HOME, "aside": ["roadblock-1"]}, RUSSIA, (), "choose-unit omon"),
    (
        "marker-not-there",
        "3.8",
        {**HOME, "aside": ["roadblock-1"]},
        {**RUSSIA, "cup": ["helicopter", "roadblock-2"], "draws": ("helicopter",)},
        (),
        "choose-unit roadblock-2",
    ),
    (
        "marker-placed",
        "7.3",
        {**HOME, "aside": ["roadblock-1", "roadblock-2"]},
        RUSSIA,
        ("choose-unit roadblock-1", "place-at tula"),
        "choose-unit roadblock-1",
    ),
    (
        "closed-to-markers",
        "7.3",
        {**HOME, "aside": ["roadblock-1"]},
        RUSSIA,
        ("choose-unit roadblock-1",),
        "place-at grozny",
    ),
    (
        "enemy-there",
        "7.3",
        {**HOME, "kamensk": ["serb"], "rostov": ["wagner"], "aside": ["roadblock-1"]},
        RUSSIA,
        ("choose-unit roadblock-1",),
        "place-at kamensk",
    ),
    (
        "marker-there",
        "7.3",
        {**HOME, "aside": ["roadblock-1"], "tula": ["roadblock-2"]},
        RUSSIA,
        ("choose-unit roadblock-1",),
        "place-at tula",
    ),
]


@pytest.mark.parametrize(("reason", "rule", "units", "given", "actions", "refused"), CASES)
def test_refusals(march, reason, rule, units, given, actions, refused):
    violation = march(units, **given).do(*actions).refused(refused)

    assert (violation.reason, violation.rule) == (reason, rule)
    message = violation.message()
    assert message.endswith(f"(rule {rule})")
    assert "{" not in message


def test_every_reason_has_a_case():
    """A reason that no case names is either dead or untested."""
    assert set(REASONS) - {case[0] for case in CASES} == set()


def test_messages_name_things_as_printed(march):
    """Units and locations by name, not by id."""
    violation = march(HOME).do("choose-unit serb").refused("move-to boguchar")
    assert violation.message() == "Serb has too few movement points to reach Boguchar. (rule 6.1)"


@pytest.mark.parametrize(
    ("given", "refused", "rule"),
    [
        ({}, "spend-on false-flag", "5.2"), ({}, "shift-to mct-1-3", "5.1"), ({}, "attack moscow", "6.2"),
        (ADMIN, "move-to kamensk", "6.1"), (RUSSIA, "spend-on restore-one", "7.2"), ({}, "place-at kamensk", "3.11"),
    ],
)  # fmt: skip
def test_what_comes_at_the_wrong_moment_cites_the_rule_of_its_moment(march, given, refused, rule):
    """Momentum is not stopped by the rule of movement, but spent before it. Rule: 5.2"""
    violation = march(HOME, **given).refused(refused)
    assert (violation.reason, violation.rule) == ("wrong-moment", rule)


def test_the_enemy_in_the_way_is_named_as_such(march):
    """3 MP would do for Boguchar, but for SOBR in Kamensk. Rule: 3.3"""
    violation = march({**HOME, "kamensk": ["sobr"]}, marks=(2, 2, 1)).do("choose-unit serb").refused("move-to boguchar")
    assert violation.message() == "Enemy units stand in the way of Serb to Boguchar. (rule 3.3)"
