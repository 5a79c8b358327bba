"""Drawings of a book's sheets: drawn anew only when what they show of the counters has changed."""

from __future__ import annotations

from dataclasses import replace

from pnp.draw.scene import Group, Held, Kept, Path, Text, rect
from pnp.generators.counter_reads import Reads, watched
from pnp.generators.rulebook_drawn import Drawings, key_of, may_be_held, sheet_hash
from pnp.generators.typeset.block import Drawing


class _Sheet:
    """Draws the name of a group, and counts how often."""

    def __init__(self, game, known, *, kept: bool = False) -> None:
        self.reads, self.drawn, self.kept = Reads(), 0, kept
        self.game = watched(game, self.reads)
        self.drawings = Drawings(game, self.reads, known)

    def make(self) -> Drawing:
        self.drawn += 1
        name = self.game.counters.group("air-force").name
        ground = Kept("ground", (0, 0, 9, 9), lambda: (Path(rect(0, 0, 9, 9), fill="#ffffff"),))
        return Drawing((Text(0, 5, name, "sans-regular", 9.0, "#000000"), *([ground] if self.kept else [])), 10.0, float(len(name)))

    def show(self) -> Drawing | None:
        return self.drawings.one("air force", self.make)


def _renamed(game, group_id: str, name: str):
    groups = tuple(g.replaced(name=name) if g.id == group_id else g for g in game.counters.groups)
    return replace(game, counters=game.counters.replaced(groups=groups))


def test_a_drawing_is_known_by_its_size_until_somebody_asks_for_it(putins_war):
    known = {}
    first, second = _Sheet(putins_war, known), _Sheet(putins_war, known)
    assert first.show() is not None and first.drawn == 1
    drawing = second.show()
    assert second.drawn == 0
    assert (drawing.width_mm, drawing.height_mm) == (10.0, float(len("Air Force")))
    assert key_of(drawing) == key_of(first.show())
    (held,) = drawing.nodes
    assert isinstance(held, Held)
    assert held.make()[0].text == "Air Force"
    assert second.drawn == 1


def test_a_counter_that_it_shows_has_it_drawn_anew(putins_war):
    known = {}
    before = _Sheet(putins_war, known).show()
    sheet = _Sheet(_renamed(putins_war, "air-force", "Aviation Corps"), known)
    drawing = sheet.show()
    assert sheet.drawn == 1
    assert drawing.height_mm == 14.0
    assert key_of(drawing) != key_of(before)


def test_a_counter_that_it_does_not_show_leaves_it(putins_war):
    known = {}
    before = _Sheet(putins_war, known).show()
    sheet = _Sheet(_renamed(putins_war, "special-brigade", "Guards"), known)
    assert key_of(sheet.show()) == key_of(before)
    assert sheet.drawn == 0


def test_another_table_has_it_drawn_anew_and_another_rule_text_does_not(putins_war):
    tables = tuple(table.replaced(title="Another") for table in putins_war.charts.tables[:1])
    other = replace(putins_war, charts=putins_war.charts.replaced(tables=(*tables, *putins_war.charts.tables[1:])))
    file = putins_war.rules[0]
    worded = replace(putins_war, rules=(file.replaced(cases=(file.cases[0].replaced(text="Other words."), *file.cases[1:])), *putins_war.rules[1:]))
    assert sheet_hash(other) != sheet_hash(putins_war) == sheet_hash(worded)
    known = {}
    _Sheet(putins_war, known).show()
    for game, drawn in ((worded, 0), (other, 1)):
        sheet = _Sheet(game, known)
        sheet.show()
        assert sheet.drawn == drawn


def test_what_can_not_be_held_is_drawn_when_it_is_asked_for(putins_war):
    known = {}
    first, second = _Sheet(putins_war, known, kept=True), _Sheet(putins_war, known, kept=True)
    assert key_of(first.show()) == key_of(second.show())
    assert second.drawn == 0
    assert [type(node) for node in second.show().nodes] == [Text, Kept]
    assert second.drawn == 1


def test_where_there_is_no_drawing_there_is_none_the_next_time(putins_war):
    known = {}
    assert Drawings(putins_war, Reads(), known).one("nothing", lambda: None) is None
    asked = []
    assert Drawings(putins_war, Reads(), known).one("nothing", lambda: asked.append(1)) is None
    assert asked == []


def test_pale_groups_and_kept_forms_are_not_held():
    square = Path(rect(0, 0, 1, 1), fill="#000000")
    assert may_be_held((square, Group((square,))))
    assert not may_be_held((Group((Group((square,), opacity=0.5),)),))
    assert not may_be_held((Group((Kept("key", (0, 0, 1, 1), lambda: ()),)),))
