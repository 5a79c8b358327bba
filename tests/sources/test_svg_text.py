"""SVG from strangers: what runs, fetches, grows without bound or can't be drawn is refused."""

import pytest

from pnp.errors import SourceError
from pnp.sources.svg_text import clean_svg

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'


def svg(inner: str, head: str = HEAD) -> bytes:
    return f"{head}{inner}</svg>".encode()


def copies(tag: str, reference: str) -> str:
    """Eight levels, each with ten copies of the one before."""
    first = f'<{tag} id="a0"><rect width="1" height="1"/></{tag}>'
    return first + "".join(f'<{tag} id="a{i}">{reference.format(i - 1) * 10}</{tag}>' for i in range(1, 9))


REFUSED = {
    "script": ("<script>x</script>", "a script"),
    "event": ('<rect onclick="x()"/>', "a script"),
    "link": ('<use href="http://x/y#a"/>', "leads out"),
    "file": ('<use xlink:href="other.svg#a"/>', "leads out"),
    "css link": ('<rect style="fill:url(http://x)"/>', "leads out"),
    "import": ('<style>@import "x";</style>', "@"),
    "selector": ("<style>g rect {fill: red}</style>", "selector"),
    "foreign": ("<foreignObject/>", "foreign"),
    "picture": ('<image href="data:image/png;base64,AA"/>', "another picture"),
    "text": ("<text>Varn</text>", "a font"),
    "filter": ('<rect filter="url(#a)"/>', "filter"),
    "blend": ('<rect style="mix-blend-mode:multiply"/>', "mix-blend-mode"),
    "animation": ("<rect><animate/></rect>", "animated"),
    "unknown": ("<rekt/>", "<rekt>"),
    "dangling": ('<use href="#nobody"/>', "#nobody"),
    "itself": ('<g id="a"><use href="#a"/></g>', "copies itself"),
    "copies": (copies("g", '<use href="#a{}"/>'), "at most 50,000"),
    "patterns": (copies("pattern", '<rect fill="url(#a{})"/>'), "at most 50,000"),
    "deep": ("<g>" * 70 + "</g>" * 70, "too deep"),
    "many": ("<g/>" * 20_001, "too many"),
    "path": ('<path d="M 0 0 L up"/>', "can't be read"),
    "colour": ('<rect fill="rde"/>', "can't be read"),
    "colour without commas": ('<rect fill="rgb(0 10 200 / 50%)"/>', "can't be read"),
    "cap": ('<path d="M0 0H5" stroke-linecap="pointed"/>', "stroke-linecap='pointed' can't be read"),
    "radius": ('<circle r="10%"/>', "can't be read"),
    "origin": ('<rect transform="rotate(9)" transform-origin="5 5"/>', "transform-origin"),
    "cut": ("<g>", "not well-formed"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str):
    inner, said = REFUSED[name]
    with pytest.raises(SourceError) as caught:
        clean_svg(svg(inner), "art/x.svg")
    (problem,) = caught.value.problems
    assert said in problem.message and problem.code == "art-svg"


@pytest.mark.parametrize(
    "head",
    ['<svg xmlns="http://www.w3.org/2000/svg">', '<svg viewBox="0 0 0 1">', '<svg viewBox="0 0 nan 1">',
     '<svg viewBox="0 0 1e9 1e9">', '<svg viewBox="0 0 1000 1">', '<html viewBox="0 0 1 1">',
     '<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1">'],
)  # fmt: skip
def test_no_size_and_no_svg(head: str):
    with pytest.raises(SourceError):
        clean_svg(svg("", head).replace(b"</svg>", b"</html>") if "<html" in head else svg("", head), "art/x.svg")


def test_what_stays_is_written_again():
    """Styles are attributes, the exact before the general; notes of a drawing program are gone."""
    clean = clean_svg(
        svg(
            '<sodipodi:namedview xmlns:sodipodi="x"/><metadata>m</metadata><style>.a{fill:red} #b{fill:blue}</style>'
            '<path id="b" class="a" d="M0 0H9" style="stroke : #000 ; stroke-width:2 !important" data-x="1"/>',
            '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="10mm" viewBox="5 5 20 10">',
        ),
        "art/x.svg",
    )
    assert (clean.width, clean.height, clean.painted) == (20, 10, "")
    assert clean.data.decode() == (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="5 5 20 10" width="20" height="10" preserveAspectRatio="none">'
        '<path id="b" d="M0 0H9" fill="blue" stroke="#000" stroke-width="2"/></svg>'
    )


@pytest.mark.parametrize(
    "inner",
    ['<linearGradient id="a"/><rect fill="url(#a)"/>', '<g opacity="0.5"/>', '<clipPath id="a"/>',
     '<path d="M0 0H5" stroke-dasharray="2 1" stroke-dashoffset="1"/>'],
)  # fmt: skip
def test_what_paths_cant_hold_is_painted(inner: str):
    assert clean_svg(svg(inner), "art/x.svg").painted


@pytest.mark.parametrize(
    ("inner", "colour"),
    [
        ('<g color="blue"><path fill="currentColor" d="M0 0"/></g>', "blue"),
        ('<path fill="currentColor" d="M0 0"/>', "#000000"),
        ('<style>path{fill:red !important}</style><path style="fill:blue" d="M0 0"/>', "red"),
        ('<style>.b{fill:red}.a{fill:blue}</style><path class="a b" d="M0 0"/>', "blue"),
        ('<style>.b{fill:red}/*.a{fill:blue}*/</style><path class="a b" d="M0 0"/>', "red"),
        ('<style>#c{fill:red}.a{fill:blue}</style><path class="a" id="c" d="M0 0"/>', "red"),
    ],
)
def test_a_colour_is_found_as_a_browser_finds_it(inner: str, colour: str):
    assert f' fill="{colour}"' in clean_svg(svg(inner), "art/x.svg").data.decode()


@pytest.mark.parametrize(
    "inner",
    ["<style>" + "/*" * 300_000 + "</style>",
     "<style>" + "".join(f".a{i}{{fill:red}}" for i in range(19_000)) + "</style>" + '<rect class="a1"/>' * 15_000,
     "<style>" + ".a{fill:red}" * 19_000 + "</style>" + '<rect class="a"/>' * 15_000],
    ids=["comments", "classes", "rules"],
)  # fmt: skip
def test_long_style_sheets_are_read(inner: str):
    """Each took minutes when the time grew with the square of the length."""
    clean = clean_svg(svg(inner), "art/x.svg").data.decode()
    assert (clean.count('fill="red"'), clean.count("<rect")) in ((15_000, 15_000), (0, 0))
