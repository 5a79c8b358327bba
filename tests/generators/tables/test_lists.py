"""Lists as drawings."""

from pnp.draw.scene import texts_in
from pnp.generators.tables.lists import draw_list
from pnp.generators.tables.look import AID
from pnp.model.tables import ListRow, ListTable
from pnp.sources import load_game


def test_short_texts_on_one_key_share_a_line():
    """Fall of the Directory: four rows for two facts; sentences, and what is long, keep rows of their own."""
    def told(*texts: str) -> list[str]:
        rows = tuple(ListRow(id=f"row-{n}", key="1", text=text) for n, text in enumerate(texts))
        table = ListTable(kind="list", id="list", title="List", rule="1", rows=rows)
        return [node.text for node in texts_in(draw_list(load_game("the-ford"), table, 90.0, AID).nodes)]

    assert told("Kharkiv", "Katerynoslav") == ["1", "Kharkiv; Katerynoslav"]
    assert told("Draw.", "Stay.") == ["1", "Draw.", "Stay."] and len(told("Draw?", "Stay?")) == 3
    assert len(told("Kharkiv and Katerynoslav and Poltava", "Odesa and Kherson and Mykolaiv")) == 3


def test_the_column_of_keys_is_as_wide_as_makes_a_list_lowest():
    """Four lines of a key stood beside two words; a wider column divides no text."""
    row = ListRow(id="row", key="Makhnovists, Republicans and the Insurgent Soviets", text="Never.")
    table = ListTable(kind="list", id="list", title="List", rule="1", rows=(row,))
    lines = [node.text for node in texts_in(draw_list(load_game("the-ford"), table, 90.0, AID).nodes)]

    assert len(lines) == 3 and lines[-1] == "Never."
