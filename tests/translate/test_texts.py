"""Every text that is marked is found, wherever it stands, and nothing else."""


from typing import Union

from pydantic import Field

from pnp.model.base import CounterMessage, Id, Message, PersonMessage, SourceModel, Translatable
from pnp.model.rules import Example, RuleCase
from pnp.translate.texts import texts_of, visited


class Item(SourceModel):
    id: Id
    name: Message
    code: str = ""


class Town(SourceModel):
    name: Message


class Sheet(SourceModel):
    title: Message
    path: str = "not a text"
    people: tuple[PersonMessage, ...] = ()
    labels: CounterMessage | tuple[CounterMessage, ...] = ""
    other: Union[CounterMessage, tuple[CounterMessage, ...]] = ""  # noqa: UP007 (the other kind of union)
    heads: dict[Id, Message] = Field(default_factory=dict)
    items: tuple[Item, ...] = ()
    towns: tuple[Town, ...] = ()
    extra: Item | None = None
    count: int = 3


SHEET = Sheet(
    title="A title", people=("Ann", "Bob"), labels=("one", "two"), other="three", heads={"die": "Die"},
    items=(Item(id="b", name="Bee", code="B1"), Item(id="a", name="Ay")),
    towns=(Town(name="Iași on the Prut"),), extra=Item(id="z", name="Zed"),
)  # fmt: skip


def test_contexts_go_by_ids_and_names():
    found = {f.context: f.text for f in texts_of("sheet", SHEET)}

    assert found == {
        "sheet/title": "A title",
        "sheet/people/0": "Ann",
        "sheet/people/1": "Bob",
        "sheet/labels/0": "one",
        "sheet/labels/1": "two",
        "sheet/other": "three",
        "sheet/heads/die": "Die",
        "sheet/items/b/name": "Bee",
        "sheet/items/a/name": "Ay",
        "sheet/towns/iasi-on-the-prut/name": "Iași on the Prut",
        "sheet/extra/name": "Zed",
    }


def test_contexts_survive_reordering():
    turned = SHEET.replaced(items=SHEET.items[::-1])

    assert {f.context for f in texts_of("sheet", turned)} == {f.context for f in texts_of("sheet", SHEET)}


def test_marks_carry_note_and_width():
    marks = {f.context: f.mark for f in texts_of("sheet", SHEET)}

    assert marks["sheet/labels/0"] == Translatable("text on a counter", 11.5)
    assert marks["sheet/people/1"] == Translatable("name of a person", 0.0)


def test_rules_and_examples_go_by_their_own_address():
    """Rule: a rule's address does not depend on its file or its parent."""
    case = RuleCase(id="4.0", title="Four", cases=(RuleCase(id="4.2", title="Two", text="Text"),))

    contexts = [f.context for f in texts_of("rules/40-anything", case)]

    assert contexts == ["rules/4.0/title", "rules/4.2/title", "rules/4.2/text"]
    assert Example.model_fields["id"]


def test_texts_are_replaced_and_the_rest_is_the_same_object():
    changed = visited("sheet", SHEET, lambda context, text, mark, where: text.upper())

    assert changed.title == "A TITLE"
    assert changed.people == ("ANN", "BOB")
    assert changed.labels == ("ONE", "TWO")
    assert changed.heads == {"die": "DIE"}
    assert [i.id for i in changed.items] == ["b", "a"]
    assert changed.items[0].code == "B1"
    assert changed.path == "not a text"
    assert SHEET.title == "A title"


def test_a_visit_that_changes_nothing_gives_the_same_object():
    assert visited("sheet", SHEET, lambda context, text, mark, where: text) is SHEET
