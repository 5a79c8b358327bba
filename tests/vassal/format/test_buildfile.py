"""Elements of the build file that several rooms use."""

from __future__ import annotations

from pnp.vassal.format.buildfile import global_property


def test_a_property_has_a_hidden_button_for_each_change():
    element = global_property("Drawn", "0", [("alt D", "P,0"), ("alt E", "I,1")])

    assert (element.name, element.attributes["name"], element.attributes["initialValue"]) == (
        "GlobalProperty", "Drawn", "0",
    )  # fmt: skip
    assert [(b.name, b.attributes["hotkey"], b.attributes["propChanger"]) for b in element.children] == [
        ("ChangePropertyButton", "alt D", "P,0"),
        ("ChangePropertyButton", "alt E", "I,1"),
    ]
    assert global_property("Target", "").children == []
