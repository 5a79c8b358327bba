"""What a result asks of the units of a fight, proposed and carried out by the module."""

from __future__ import annotations

import pytest

from pnp.sources import load_game
from pnp.vassal.context import KEYS
from pnp.vassal.format.encoding import split_fields
from pnp.vassal.tables.results import CHOICE, ELIMINATED, LOSS, RETREAT, Duty, duties
from tests.vassal.beanshell import evaluate


def test_duties_come_from_the_procedures_or_from_the_table():
    """Putin's War, 5.1, and Winter War, Combat C, declare them as procedures; March of Justice, 6.2.2, in its table."""
    putins_war, winter, march = (duties(load_game(name)) for name in ("putins-war", "winter-war", "march-of-justice"))

    assert putins_war["X"] == {"attackers": Duty(LOSS, 1, retreat=1), "defenders": Duty(LOSS, 1)}
    assert putins_war["DE"] == {"attackers": Duty(), "defenders": Duty(ELIMINATED, None)}
    assert winter["Ex"] == {"attackers": Duty(LOSS, 0, match=True), "defenders": Duty(ELIMINATED, None)}
    assert "Ne" not in winter
    assert march["AR"] == {"attackers": Duty(ELIMINATED, 1, strongest=True, retreat=1), "defenders": Duty()}


def dynamic(module, name):
    """Key -> the value that it sets, of a property of the units of the first player."""
    found = next(t for t in module.prototypes["russia unit"] if t.id == "PROP" and t.get("name") == name)
    commands = [split_fields(command, ":") for command in split_fields(found.get("commands"), ",")]
    return {key.split(",")[-1]: split_fields(changer, ",")[1] for _, key, changer in commands}


@pytest.mark.parametrize(
    ("role", "code", "units", "fate"),
    [
        ("attackers", "AR", 2, RETREAT), ("defenders", "AR", 2, 0), ("attackers", "X", 1, LOSS),
        ("attackers", "X", 3, CHOICE), ("defenders", "X", 2, CHOICE), ("defenders", "DE", 4, ELIMINATED),
        ("", "DE", 0, 0),
    ],
)  # fmt: skip
def test_the_fate_of_a_unit(module, role, code, units, fate):
    """Who alone can take a loss takes it; of several the owner chooses. Rule: Putin's War, 5.1"""
    counts = {("CountMap", "Main Map", f'{{Role=="{each}"}}'): units for each in ("attackers", "defenders")}

    assert evaluate(dynamic(module, "Fate")["fate-given"], {"Role": role, "ResultCode": code, **counts}) == fate


def test_who_is_left_after_a_loss_retreats_where_the_code_says_so(module):
    after = dynamic(module, "Fate")["fate-after"]

    assert [evaluate(after, {"Role": role, "ResultCode": "X"}) for role in ("attackers", "defenders")] == [RETREAT, 0]


@pytest.mark.parametrize(
    ("code", "stage", "open_choices", "chosen", "following"),
    [("X", 1, 0, 0, 2), ("X", 2, 3, 0, 2), ("X", 2, 2, 1, 3), ("X", 2, 0, 0, 3), ("X", 0, 0, 0, 0), ("DE", 1, 0, 0, 4)],
)
def test_a_result_is_proposed_and_carried_out_once_enough_is_chosen(
    module, code, stage, open_choices, chosen, following
):  # fmt: skip
    """DE asks nothing of attackers: players do what the table says."""
    properties = {p.attributes["name"]: p for p in module.root.find_all("GlobalProperty")}
    changes = {b.attributes["hotkey"].split(",")[-1]: b.attributes["propChanger"] for b in
               properties["AttackersResult"].children}  # fmt: skip
    names = {
        "AttackersResult": stage, "ResultCode": code, "true": True,
        ("CountMap", "Main Map", f'{{Role=="attackers"&&Fate=={CHOICE}}}'): open_choices,
        ("CountMap", "Main Map", f'{{Role=="attackers"&&Fate=={LOSS}}}'): chosen,
    }  # fmt: skip

    assert evaluate(split_fields(changes["result-next-attackers"], ",")[1], names) == following


def test_eliminated_units_go_to_their_box_or_back_to_the_pool(module):
    """Rule: Putin's War, 5.7: Russians to the eliminated box, Ukrainians too where they have one."""
    for name in ("russia unit", "ukraine unit"):
        traits = module.prototypes[name]
        macros = {t.get("name"): split_fields(t.get("actions"), ",") for t in traits if t.id == "macro"}
        heard = {t.get("key") for t in traits if t.id in ("macro", "return")}
        key = macros[f"lost {ELIMINATED}"][0]
        assert key in (KEYS["eliminate"], KEYS["return"]) and key in heard
