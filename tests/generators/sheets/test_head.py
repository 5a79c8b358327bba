"""Heads of sheets and blocks: each form, in both inks, with titles and names of any length."""

from dataclasses import replace

import pytest

from pnp.draw.colour import contrast
from pnp.draw.scene import Path, Text, texts_in
from pnp.generators.sheets.bounds import marks
from pnp.generators.sheets.head import HEAD_MM, TITLE_PT, sheet_head
from pnp.generators.tables.parts import titled
from pnp.generators.typeset.block import Drawing
from pnp.sources import load_game

FORMS = ("plain", "band", "slant", "rule")


def styled(form, ink="full"):
    game = load_game("the-ford")
    return replace(game, style=game.style.replaced(head=form, ink=ink))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("ink", ["full", "low"])
def test_a_head_keeps_to_its_box_and_its_words_are_read(form, ink):
    """A long German title grows smaller; it never meets the name at the right."""
    game = styled(form, ink)
    for title in ("Kampf", "Verstärkungen, Mobilmachung und Eisenbahntransport"):
        for colour in ("", "#8f3128", "#15120f"):
            head = sheet_head(game, title, 180.0, ("Sowjetunion · Winterkrieg", "Winterkrieg"), colour=colour)
            boxes = [box for _, _, box in marks(head.nodes)]
            assert min(box[0] for box in boxes) > -0.5 and max(box[2] for box in boxes) < 180.5
            assert min(box[1] for box in boxes) > -0.7 and max(box[3] for box in boxes) < HEAD_MM + 0.7
            (words, at), (_, beside) = [(node, box) for _, node, box in marks(head.nodes) if isinstance(node, Text)]
            assert at[2] < beside[0] - 2.0 and words.size_pt <= TITLE_PT
            under = [node.fill for _, node, box in marks(head.nodes)
                     if isinstance(node, Path) and node.fill and box[0] < at[0] and box[1] < at[1] < box[3]]
            assert contrast(words.colour, [*under, "#ffffff"][0]) > 7.0


def test_the_first_name_that_has_room_stands_beside_a_title():
    game = styled("plain")
    asides = ("A name far too long for the room that is left beside a title", "A short name")
    narrow = [text.text for text in texts_in(sheet_head(game, "Combat", 120.0, asides).nodes)]
    assert narrow == ["Combat", asides[1]]
    wide = [text.text for text in texts_in(sheet_head(game, "Combat", 400.0, asides).nodes)]
    assert wide == ["Combat", asides[0]]


@pytest.mark.parametrize(("form", "shown"), [(form, "COMBAT" if form == "slant" else "Combat") for form in FORMS])
def test_a_block_has_a_heading_in_the_form_and_face_of_its_game(form, shown):
    game = styled(form)
    drawn = titled(game, "Combat", Drawing((), 90.0, 20.0), note="odds", address="6.1")
    title, address, note = texts_in(drawn.nodes)
    assert (title.text, title.font) == (shown, game.style.faces.heading)
    assert address.y == note.y and address.x > note.x
    assert max(box[2] for _, _, box in marks(drawn.nodes)) <= 90.5
    at = next(box for _, node, box in marks(drawn.nodes) if isinstance(node, Text))
    assert at[3] == pytest.approx(address.y, abs=0.3)
