"""The referee's steps in an example's box: grouped by activation, neighbours told as one, links in brackets."""

from pnp.generators.rulebook_example import _steps, _told

PLAYED = (
    "Activated: Air Force 1. [4.3]",
    "Air Force 1: by air to Kharkivs’ka. [4.5]",
    "Drawn: Ukrainian Forces 9. [2.5]",
    "Drawn: Ukrainian Forces 1. [2.5]",
    "Ukrainian Forces 9: eliminated. [5.2]",
    "Ukrainian Forces 1: eliminated. [5.2]",
    "Combat Table, 1:1, die 6: DR (Defender retreats). [Combat Table]",
    "Activated: Armored Division 1. [4.3]",
)


def shown(address):
    return address if address == "Combat Table" else f"[{address}]"


def test_neighbours_that_differ_in_one_half_are_told_as_one():
    assert [step.text for step in _steps(PLAYED)][2:4] == [
        "Drawn: Ukrainian Forces 9, Ukrainian Forces 1.",
        "Ukrainian Forces 9, Ukrainian Forces 1: eliminated.",
    ]


def test_steps_of_different_rules_stay_apart():
    assert len(_steps(["A: placed. [2.1]", "B: placed. [4.2]"])) == 2


def test_a_paragraph_for_each_activation_begins_in_bold(putins_war):
    first, second = _told(putins_war, PLAYED, shown)

    assert (first[0].text, first[0].bold) == ("Activated: Air Force 1. ", True)
    assert not any(span.bold for span in first[1:])
    assert [span.text for span in second if span.bold] == ["Activated: Armored Division 1. "]


def test_the_title_of_a_table_is_its_own_link(putins_war):
    first, _ = _told(putins_war, PLAYED, shown)

    (link,) = [span for span in first if span.link == "Combat Table"]
    assert link.text == "Combat Table"
    assert first[first.index(link) + 1].text == ", 1:1, die 6: DR (Defender retreats). "
