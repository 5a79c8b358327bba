"""Joined fields, nested encodings, Java properties. Expected texts are from the format's description."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp.vassal.format.encoding import (
    ctrl,
    java_properties,
    join_fields,
    key_list,
    named_key,
    read_java_properties,
    split_fields,
)


def test_delimiters_are_escaped_and_backslashes_are_not_doubled():
    assert join_fields(["a;b", "c\\d"], ";") == r"a\;b;c\d"


def test_a_field_that_starts_with_a_backslash_is_quoted():
    assert join_fields([r"\x", "'q'"], ",") == r"'\x',''q''"
    assert split_fields(r"'\x',''q''", ",") == [r"\x", "'q'"]


def test_an_empty_text_is_one_empty_field():
    assert split_fields("", ";") == [""]
    assert split_fields(";", ";") == ["", ""]


def test_a_field_that_ends_in_a_backslash_is_refused():
    with pytest.raises(ValueError, match="backslash"):
        join_fields(["a\\", "b"], ";")


def test_nesting_adds_a_backslash_per_level():
    inner = join_fields(["1", "2"], "\t")
    middle = join_fields(["0", inner], "\t")

    assert middle == "0\t1\\\t2"
    assert join_fields(["z", middle], "\t") == "z\t0\\\t1\\\\\t2"


FIELD = st.text(st.sampled_from("ab;,\t'\\ é"), max_size=8).filter(lambda s: not s.endswith("\\"))


@settings(suppress_health_check=[HealthCheck.too_slow])  # on a busy machine
@given(st.lists(FIELD, min_size=1, max_size=5), st.sampled_from(";,\t"))
def test_what_is_joined_splits_again(fields, delimiter):
    assert split_fields(join_fields(fields, delimiter), delimiter) == fields


def test_keys():
    """130 is Ctrl in Java's old and new modifiers; a list escapes the commas inside its keys."""
    assert ctrl("a") == "65,130"
    assert named_key("go") == "57348,0,go"
    assert key_list([ctrl("A"), named_key("go")]) == r"65\,130,57348\,0\,go"


def test_java_properties_escape_what_java_would_misread():
    data = java_properties([("Piece.Set up", "Città: sì"), ("a=b", " x\\y")])

    assert data == b"Piece.Set\\ up=Citt\\u00e0: s\\u00ec\na\\=b=\\u0020x\\\\y\n"
    assert read_java_properties(data) == {"Piece.Set up": "Città: sì", "a=b": " x\\y"}


@pytest.mark.parametrize("key", ["\\u0020", " a b", "  ", "\\", "#a", "a\\u0020b c"])
def test_java_keys_with_escapes_in_them(key):
    """The first was read back as a backslash."""
    assert read_java_properties(java_properties([(key, "x")])) == {key: "x"}


@given(st.dictionaries(st.text(min_size=1, max_size=12).filter(str.strip), st.text(max_size=20), max_size=4))
def test_java_properties_read_back(pairs):
    clean = {
        k.strip(): v
        for k, v in pairs.items()
        if not any(0xD800 <= ord(c) < 0xE000 or ord(c) < 32 or c in "\x85\u2028\u2029" for c in k + v)
    }

    assert read_java_properties(java_properties(clean.items())) == clean
