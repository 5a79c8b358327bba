"""Pieces as text. Type strings in quotes are the engine's own defaults, from the format's description."""

from __future__ import annotations

import random

import pytest

from pnp.vassal.format.encoding import join_fields
from pnp.vassal.format.traits import (
    TRAITS,
    Trait,
    decode_piece,
    decode_trait,
    encode_piece,
    field_faults,
    marker_trait,
    trait,
)

CHECKED = "+/null/mark;Faction\tprototype;Unit\\\tpiece;;;Red.png;A\\/B 1/Red\\/x\t\\\tnull;0;0;20;0"


def test_a_piece_checked_in_the_engine_reads_and_writes_alike():
    piece = decode_piece(CHECKED)

    assert [t.id for t in piece.traits] == ["mark", "prototype", "piece"]
    assert piece.name == "A/B 1"
    assert piece.properties() == {"Faction": "Red/x"}
    assert encode_piece(piece.traits) == CHECKED


@pytest.mark.parametrize(
    ("kind", "engine"),
    [
        ("piece", "piece;;;;"),
        ("immob", "immob;;N;R;"),
        ("sendto", "sendto;;;;;0;0;;;0;0;1;1;;L;;;;"),
        ("label", "label;;Change label;10;;0,0,0;t;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel;;false"),
        ("footprint", "footprint;;Movement Trail;false;false;10;255,255,255;0,0,0;100;50;20;30;1.0;;;;"),
        ("PROP", "PROP;;false,0,100,false;;"),
    ],
)
def test_defaults_are_the_engines(kind, engine):
    assert trait(kind).type_text() == engine


def test_layer_default_differs_from_the_engines_only_in_its_menu_entry():
    written = trait("emb2", activate_name="Activate", activate_char="A", activate_key="65,130").type_text()

    assert written == "emb2;Activate;128;A;;128;;;128;;;;1;false;0;0;;;true;;;;false;;1;1;true;65,130;;;;1.0;;true"


def test_trigger_default():
    assert (
        trait("macro", menu="Trigger", key="84,130").type_text()
        == "macro;;Trigger;84,130;;;;false;;;counted;;;;false;;1;1"
    )


def test_a_prototype_without_parameters_has_one_field():
    """With an empty second field the engine drops every $ of the prototype (seen in the running engine)."""
    assert trait("prototype", name="Unit").type_text() == "prototype;Unit"
    assert trait("prototype", name="Unit", parameters="a=1").type_text() == "prototype;Unit;a=1"


def test_unknown_fields_are_refused():
    with pytest.raises(KeyError, match="no field 'colour'"):
        trait("immob", colour="red")


def test_field_faults_count_exactly():
    short = decode_trait("immob;;N")
    long = decode_trait("immob;;N;R;;extra")

    assert field_faults([trait("immob")]) == []
    assert field_faults([short], whole=True) == ["trait 'immob' has 2 fields, expected 4"]
    assert field_faults([short]) == []  # the engine fills it in
    assert field_faults([long]) == ["trait 'immob' has 5 fields, expected 4"]
    assert field_faults([Trait("nonsense", ())]) == ["unknown trait 'nonsense'"]
    assert field_faults([Trait("mark", ("a", "b"), "1")]) == ["trait 'mark' has 2 names and 1 values"]


@pytest.mark.parametrize(
    ("text", "drops"),
    [
        ("obs;77,130", True), ("obs;77,130;back.png", False), ("submenu;Menu", True), ("submenu;Menu;a,b", False),
        ("mat;Map", True), ("mat;Map;A mat", False), ("placemark;Place;80,130", True),
        ("placemark;Place;80,130;null", False), ("propertysheet;", True), ("immob;", False), ("emb2;Flip", False),
        ("emb;F;R;a.gif;", False), ("nonRect;", False), ("attach;Wagon", True), ("attach;Wagon;A wagon", False),
    ],
)  # fmt: skip
def test_the_engine_fills_in_all_but_the_first_fields(text, drops):
    """Asked of the engine 3.7.26: it made a trait of each text that is none of the first of its kind here."""
    assert bool(field_faults([decode_trait(text)])) == drops


@pytest.mark.parametrize("seed", range(20))
def test_traits_part_where_one_decoder_after_another_would_part_them(seed):
    """The encoding by definition: a trait and the rest joined by a tab, again and again."""
    draw = random.Random(seed)
    comments = ["".join(draw.choices("ab\\'\t", k=draw.randint(0, 6))).rstrip("\\") for _ in range(draw.randint(1, 7))]
    text = "piece;;;;"
    for comment in reversed(comments):
        text = join_fields([f"cmt;{comment}", text], "\t")
    piece = decode_piece("+/" + join_fields(["null", text, ""], "/"))

    assert piece.traits[:-1] == tuple(decode_trait(f"cmt;{comment}") for comment in comments)


def test_every_trait_of_the_table_survives_writing_and_reading():
    assert len(TRAITS) > 40
    for kind, spec in TRAITS.items():
        example = marker_trait({"a": "1"}) if kind == "mark" else trait(kind)
        if not spec.fields and spec.free and kind != "mark":
            example = decode_trait(f"{kind};a;b")  # a form of old modules, which we only read
        assert decode_trait(example.type_text(), example.state) == example
        assert len(spec.fields) == len(spec.defaults)


@pytest.mark.parametrize("text", ["", "piece;;;;", "+/null/mark;a/1", "+/null/piece;;;;"])
def test_what_is_no_piece_is_refused(text):
    with pytest.raises(ValueError):
        decode_piece(text)


def test_endless_nesting_is_refused():
    text = "piece;;;;"
    for _ in range(12):
        text = "cmt;x\t" + text.replace("\t", "\\\t")
    assert len(decode_piece(f"+/null/{text}/").traits) == 13

    deep = "\t".join(["cmt;x"] * 3)
    with pytest.raises(ValueError, match="no basic piece"):
        decode_piece(f"+/null/{deep}/")


def test_texts_that_players_read_are_found():
    texts = [
        *trait("sendto", menu="Go", back_menu="Back").shown_texts(),
        *trait("emb2", activate_name="Flip", images="a,b", names="+ (spent),").shown_texts(),
        *trait("report", format="$x$ gone").shown_texts(),
    ]

    assert texts == ["Go", "Back", "Flip", "(spent)", "$x$ gone"]
