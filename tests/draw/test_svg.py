"""The SVG as an artist opens it: sizes in mm, named layers, text as text."""

import re
import shutil
import struct
import subprocess

import pytest
from lxml import etree
from svgwrite.base import BaseElement

from pnp.draw.scene import CachedNodes, Group, Halo, Path, Scatter, Scene, Show, Stroke, Text, TextOnPath, moved, rect
from pnp.draw.svg import render
from pnp.errors import LayoutError

SVG = "{http://www.w3.org/2000/svg}"
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"


def parsed(*nodes, **options):
    return etree.fromstring(render(Scene(120, 90.5, nodes, title="Map"), **options))


def all_of(root, tag: str):
    return root.findall(f".//{SVG}{tag}")


def test_one_unit_is_one_mm():
    root = parsed()

    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("120mm", "90.5mm", "0 0 120 90.5")


def test_size_in_pixels_for_module_pieces():
    root = parsed(size_px=(240, 181))

    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("240", "181", "0 0 120 90.5")


def test_a_path_is_written_with_three_decimals():
    """2 pt = 0.70556 mm."""
    path = Path((("M", 1 / 3, 0.0), ("C", 1, 2, 3, 4, 5.00049, -0.0001), ("Z",)), stroke=Stroke("#aa0000", 2, (1, 0.5)))
    (found,) = all_of(parsed(path), "path")

    assert found.get("d") == "M0.333 0C1 2 3 4 5 0Z"
    assert (found.get("fill"), found.get("stroke")) == ("none", "#aa0000")
    assert (found.get("stroke-width"), found.get("stroke-dasharray")) == ("0.706", "1 0.5")


def test_layers_have_names_and_lawful_ids():
    root = parsed(Group((), layer="Land & sea"), Group((), layer="Land & sea"), Group((), layer="cut"), Group(()))
    groups = all_of(root, "g")

    assert [g.get(f"{INKSCAPE}label") for g in groups] == ["Land & sea", "Land & sea", "cut", None]
    assert [g.get("id") for g in groups] == ["layer-land-sea", "layer-land-sea-2", "layer-cut", None]
    assert [g.get(f"{INKSCAPE}groupmode") for g in groups] == ["layer", "layer", "layer", None]


def test_text_stays_text():
    (text,) = all_of(parsed(Text(10, 20, "Київ <1>", "condensed-semibold", 10)), "text")

    assert text.text == "Київ <1>"
    assert text.get("font-family") == "'IBM Plex Sans Condensed', sans-serif"
    assert (text.get("font-weight"), text.get("font-style"), text.get("font-size")) == ("600", None, "3.528")
    assert text.get("transform") == "translate(10 20)"


def test_italic_serif():
    (text,) = all_of(parsed(Text(10, 20, "a", "serif-italic", 10)), "text")

    assert text.get("font-family") == "'IBM Plex Serif', serif"
    assert (text.get("font-weight"), text.get("font-style")) == (None, "italic")


def test_the_viewer_centres_text():
    """Where the fonts are missing the text is wider, but still in its place. Tracking 0.1 em of 3.528, half of it."""
    (text,) = all_of(parsed(Text(10, 20, "abc", "sans-bold", 10, anchor="middle", tracking_em=0.1)), "text")

    assert (text.get("text-anchor"), text.get("x"), text.get("letter-spacing")) == ("middle", "0.176", "0.353")


def test_text_takes_its_room_where_the_fonts_are_missing():
    """Plex Sans is 0.6 em wide in figures: three of them at 10 pt (3.528 mm) are 6.35 mm, and 3 × 0.1 em of tracking.
    """
    (text,) = all_of(parsed(Text(10, 20, "111", "sans-regular", 10, tracking_em=0.1)), "text")

    assert (text.get("textLength"), text.get("lengthAdjust")) == ("7.408", "spacingAndGlyphs")


def test_a_halo_is_an_element_of_its_own_below_the_text():
    below, above = all_of(
        parsed(Text(10, 20, "abc", "sans-bold", 10, colour="#112233", halo=Halo("#ffffff", 2))), "text"
    )

    assert (below.get("stroke"), below.get("stroke-linejoin"), below.get("fill")) == ("#ffffff", "round", "none")
    assert (above.get("stroke"), above.get("fill")) == (None, "#112233")


def test_outlined_text_needs_no_font():
    root = parsed(
        Text(10, 20, "abc", "sans-bold", 10), TextOnPath(((0, 9), (50, 9)), "def", "sans-bold", 10), outline_text=True
    )

    assert all_of(root, "text") == []
    assert len(all_of(root, "path")) == 2
    assert b"font" not in etree.tostring(root)


def test_curved_text_is_set_letter_by_letter():
    root = parsed(TextOnPath(((0, 50), (100, 50)), "a b", "sans-bold", 10))

    assert [t.text for t in all_of(root, "text")] == ["a", "b"]


def test_clips_have_ids_in_order_and_alike_ones_share_theirs():
    clips = [Path(rect(0, 0, size, 5)) for size in (5, 6, 5)]
    root = parsed(*(Group((), clip=clip) for clip in clips))

    assert [c.get("id") for c in all_of(root, "clipPath")] == ["clip001", "clip002"]
    assert [g.get("clip-path") for g in all_of(root, "g")] == ["url(#clip001)", "url(#clip002)", "url(#clip001)"]


def test_the_same_letter_is_written_alike_wherever_it_stands():
    """So repeated type compresses well: but for its start, each E is the same text."""
    root = parsed(Text(3, 4, "EE", "condensed-bold", 9), Text(7, 8, "E", "condensed-bold", 9), outline_text=True)
    letters = [re.sub(r"^[-.\d]+ [-.\d]+", "", part) for path in all_of(root, "path")
               for part in path.get("d").split("M")[1:]]  # fmt: skip

    assert len(letters) == 3 and len(set(letters)) == 1


def test_a_form_is_drawn_in_place():
    form = Scene(5, 5, (Path(rect(0, 0, 5, 5), fill="#ff0000"),))
    root = parsed(Show("tile", moved(10, 0)), Show("tile", moved(20, 0)), forms={"tile": form})

    assert len(all_of(root, "path")) == 2
    assert all_of(root, "use") == []


def test_title_and_rights_are_told():
    root = parsed(metadata={"title": "Putin's War", "description": "Map.", "rights": "Map data: Natural Earth."})

    assert root.findtext(f"{SVG}title") == "Putin's War"
    assert root.findtext(f"{SVG}desc") == "Map. Map data: Natural Earth."


def test_the_scene_gives_the_title_by_default():
    assert parsed().findtext(f"{SVG}title") == "Map"


def test_no_paint_order_which_cairo_ignores():
    assert b"paint-order" not in render(Scene(9, 9, (Text(1, 5, "a", "sans-bold", 9, halo=Halo("#ffffff", 2)),)))


def test_an_element_is_a_line_and_special_characters_are_escaped():
    text = render(Scene(9, 9, (Group((Text(1, 5, '<b> & "c"', "sans-bold", 9),), layer='a "b" <c>\n&'),))).decode(
        "utf-8"
    )
    *_, group, words, end, whole = text.split("\n")[:-1]

    assert 'inkscape:label="a &quot;b&quot; &lt;c&gt;&#10;&amp;"' in group
    assert words.startswith("<text ") and words.endswith('>&lt;b&gt; &amp; "c"</text>')
    assert (end, whole) == ("</g>", "</svg>")


def test_svgwrite_writes_every_element_and_checks_none(monkeypatch):
    """The checks cost more than all else, and know neither Inkscape's attributes nor `xml:space`."""
    seen = []
    get_xml = BaseElement.get_xml

    def recorded(element):
        seen.append((element.elementname, element.debug))
        return get_xml(element)

    monkeypatch.setattr(BaseElement, "get_xml", recorded)
    square = Path(rect(0, 0, 5, 5), fill="#ff0000")
    words = Text(1, 5, "a", "sans-bold", 9), TextOnPath(((0, 9), (50, 9)), "b", "sans-bold", 9)
    root = parsed(Group((square, *words), clip=square, layer="x"), Scatter(((square,),), (0, 4.0, 4.0, 1.0)))

    written = sorted(etree.QName(element).localname for element in root.iter())
    assert written == ["clipPath", "defs", "g", "g", "path", "path", "path", "svg", "text", "text", "title"]
    # which svgwrite doesn't write as a BaseElement
    assert sorted(seen) == [(name, False) for name in written if name != "title"]


def test_cached_nodes_stand_in_their_place():
    """What a store holds of them is put between the other elements, with the definitions that it needs."""
    inner = Group((Path(rect(0, 0, 1, 1), fill="#00ff00"),), clip=Path(rect(0, 0, 2, 2)))
    nodes = (
        Path(rect(0, 0, 9, 9), fill="#ff0000"),
        CachedNodes("key", (0, 0, 9, 9), lambda: (inner,)),
        Path(rect(0, 0, 9, 9), fill="#0000ff"),
    )
    stored: dict[str, bytes] = {}
    first = render(Scene(9, 9, nodes), store=lambda kind, key, make: stored.setdefault(f"{kind} {key}", make()))
    again = render(Scene(9, 9, nodes), store=lambda kind, key, make: stored[f"{kind} {key}"])
    fills = [path.get("fill") for path in all_of(etree.fromstring(first), "path")]

    # the second is the clip, which is defined where it is needed
    assert fills == ["#ff0000", None, "#00ff00", "#0000ff"]
    assert first == again == render(Scene(9, 9, nodes))
    assert b"<!--" not in first


def test_same_scene_same_bytes():
    scene = Scene(50, 50, (Group((Text(1, 5, "a", "sans-bold", 9),), clip=Path(rect(0, 0, 9, 9)), layer="x"),))

    assert render(scene) == render(scene)


@pytest.mark.parametrize("outlined", [False, True])
@pytest.mark.parametrize(
    "node",
    [Text(5, 5, "a⚔", "sans-bold", 9), TextOnPath(((0, 0), (50, 0)), "a⚔", "sans-bold", 9)],
    ids=["straight", "curved"],
)
def test_a_missing_glyph_names_text_and_glyph(node, outlined):
    with pytest.raises(LayoutError, match=r"U\+2694.*'a⚔'"):
        render(Scene(60, 10, (node,)), outline_text=outlined)


def test_a_missing_form_is_named():
    with pytest.raises(LayoutError, match="no form 'map'"):
        render(Scene(9, 9, (Show("map"),)))


if shutil.which("inkscape"):

    def test_inkscape_exports_at_the_right_size(tmp_path):
        """30 × 20 mm at 254 dpi are 300 × 200 px."""
        (tmp_path / "map.svg").write_bytes(render(Scene(30, 20, (Path(rect(0, 0, 30, 20), fill="#123456"),))))
        subprocess.run(
            ["inkscape", "map.svg", "--export-dpi=254", "--export-type=png", "--export-filename=map.png"], cwd=tmp_path,
            check=True, capture_output=True, timeout=120,
        )  # fmt: skip
        head = (tmp_path / "map.png").read_bytes()[:24]

        assert struct.unpack(">II", head[16:24]) == (300, 200)
