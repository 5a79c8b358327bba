"""Elements as lines: attributes by name, what is special escaped, empty attributes left out."""

from pnp.draw.xml_text import Element


def test_an_element_is_a_line_and_its_children_stand_below_it():
    group = Element("g", {"id": "a", "class": ""})
    group.add(Element("path", {"fill": "none", "d": "M0 0L1 1Z"}))
    group.add("<use />\n<use />")

    assert group.lines() == ['<g id="a">', '<path d="M0 0L1 1Z" fill="none" />', "<use />\n<use />", "</g>"]


def test_special_characters_are_escaped():
    text = Element("text", {"title": 'a "b"\n<c>\t&'}, text='<script> & "so"')

    assert text.lines() == ['<text title="a &quot;b&quot;&#10;&lt;c&gt;&#09;&amp;">&lt;script&gt; &amp; "so"</text>']


def test_an_element_without_anything_is_closed_at_once():
    assert Element("defs").lines() == ["<defs />"]
