"""Lists as drawings."""

from pnp.draw.scene import Path, texts_in
from pnp.generators.sheets.bounds import marks
from pnp.generators.tables.lists import draw_list
from pnp.generators.tables.look import AID, HAIR_PT, LOSS
from pnp.model.tables import ListRow, ListTable
from pnp.sources import load_game


def test_short_texts_on_one_key_share_a_line():
    """Fall of the Directory: four rows for two facts; sentences, and what is long, keep rows of their own."""
    def told(*texts: str) -> list[str]:
        rows = tuple(ListRow(id=f"row-{n}", key="One", text=text) for n, text in enumerate(texts))
        table = ListTable(kind="list", id="list", title="List", rule="1", rows=rows)
        return [node.text for node in texts_in(draw_list(load_game("the-ford"), table, 90.0, AID).nodes)]

    assert told("Kharkiv", "Katerynoslav") == ["One", "Kharkiv; Katerynoslav"]
    assert told("Draw.", "Stay.") == ["One", "Draw.", "Stay."] and len(told("Draw?", "Stay?")) == 3
    assert len(told("Kharkiv and Katerynoslav and Poltava", "Odesa and Kherson and Mykolaiv")) == 3


def test_the_column_of_keys_is_as_wide_as_makes_a_list_lowest():
    """Four lines of a key stood beside two words; a wider column divides no text."""
    row = ListRow(id="row", key="Makhnovists, Republicans and the Insurgent Soviets", text="Never.")
    table = ListTable(kind="list", id="list", title="List", rule="1", rows=(row,))
    lines = [node.text for node in texts_in(draw_list(load_game("the-ford"), table, 90.0, AID).nodes)]

    assert len(lines) == 3 and lines[-1] == "Never."


def test_rows_of_words_stand_on_white_with_hair_lines():
    """Bands of a tint made lists as heavy as tables of dice; a row that shares its key has a line beside that alone."""
    rows = tuple(ListRow(id=f"row-{n}", key=key, text=f"Say {n}.") for n, key in enumerate("aab"))
    table = ListTable(kind="list", id="list", title="List", rule="1", rows=rows)
    drawn = [(node, box) for _, node, box in marks(draw_list(load_game("the-ford"), table, 90.0, AID).nodes)
             if isinstance(node, Path)]  # fmt: skip

    assert not any(node.fill for node, _ in drawn)
    starts = [round(box[0], 1) for node, box in drawn if node.stroke.width_pt == HAIR_PT]
    assert len(starts) == 2 and starts[0] > 5.0 > abs(starts[1])


def test_figures_lead_their_rows_and_stand_in_each_of_them():
    """Winter War: × 2 held for three rows and stood once, as small as the words; what is lost is red."""
    shown = ["× 2", "× 2", "× ½", "−10"]
    rows = tuple(ListRow(id=f"row-{n}", key=key, text=f"Say {n}.") for n, key in enumerate(shown))
    table = ListTable(kind="list", id="list", title="List", rule="1", rows=rows)
    game = load_game("the-ford")
    drawing = draw_list(game, table, 90.0, AID)
    keys = [text for text in texts_in(drawing.nodes) if not text.text.startswith("Say")]

    assert [text.text for text in keys] == shown and {text.size_pt for text in keys} == {AID.cell_pt}
    assert [text.colour == LOSS for text in keys] == [False] * 3 + [True]
    grounds = [node for _, node, _ in marks(drawing.nodes) if isinstance(node, Path) and node.fill]
    assert [node.fill for node in grounds] == [game.style.colour("zebra")] * 2
