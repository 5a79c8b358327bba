"""Addresses taken apart, and what may follow each."""

import pytest

from pnp.model.addresses import AddressPart, expected_below, following, split_address


@pytest.mark.parametrize(
    ("address", "part", "printed"),
    [
        ("Movement J", AddressPart("Movement", "J", True), "(J)"),
        ("Movement K2", AddressPart("Movement", "K2", True), "(K2)"),
        ("Zones of Control G", AddressPart("Zones of Control", "G", True), "(G)"),
        ("Sequence A3a", AddressPart("Sequence", "A3a", True), "(A3a)"),
        ("Combat 3", AddressPart("Combat", "3", True), "(3)"),
        ("Clarifications.2", AddressPart("Clarifications", "2", False), "2"),
    ],
)
def test_a_case_belongs_to_a_title(address, part, printed):
    """Letters and procedure steps stand in brackets, decimals don't."""
    assert split_address(address) == part
    assert part.printed == printed


@pytest.mark.parametrize(
    "address", ["6.2.1", "4.0", "XIII.D.4.a", "Retreats", "Set-Up Finnish", "Optional Rule", "Combat Results Table"]
)
def test_numbers_and_titles_stand_alone(address):
    """A word that isn't one letter is part of a title."""
    assert split_address(address) is None


@pytest.mark.parametrize(
    ("address", "after"),
    [
        ("4.9", ("4.10",)),
        ("Clarifications.1", ("Clarifications.2",)),
        ("Movement A", ("Movement B",)),
        ("Supply H", ("Supply I", "Supply J")),
        ("Combat N", ("Combat O", "Combat P")),
        ("Combat 3", ("Combat 4", "Combat A")),
        ("Movement K1", ("Movement K2",)),
        ("Sequence A3a", ("Sequence A3b",)),
        ("X.B.10", ("X.B.11",)),
        ("XIII.D.4.a", ("XIII.D.4.b",)),
    ],
)
def test_what_follows(address, after):
    """Numbers count on; letters may leave out I and O; cases begin after the steps of a procedure."""
    assert following(address) == after


def test_the_first_case_below():
    """Decimals below numbers; decimals, letters or steps below a title; then figures and small letters in turn."""
    assert expected_below("4.0") == ("4.1",)
    assert expected_below("6.2") == ("6.2.1",)
    assert expected_below("Movement") == ("Movement.1", "Movement A", "Movement 1")
    assert expected_below("Movement K") == ("Movement K1",)
    assert expected_below("Sequence A3") == ("Sequence A3a",)
    assert expected_below("Clarifications.1") == ("Clarifications.1.1",)
    assert expected_below("XIII") == ("XIII.A", "XIII.1")
    assert expected_below("XIII.A") == ("XIII.A.1",)
    assert expected_below("XIII.D.4") == ("XIII.D.4.a", "XIII.D.4.1")
    assert expected_below("IX.A.1.a") == ("IX.A.1.a.1",)
