"""Pictures in rectangles: where they lie, what is cut off, their colours, as paths and as pixels."""

import io
from dataclasses import replace

import pytest
from PIL import Image

from pnp.draw import pdf, png, svg
from pnp.draw.picture import Tint, picture_nodes
from pnp.draw.scene import Bitmap, Document, Group, Page, Path, Scene
from pnp.draw.separation import separated
from pnp.errors import LayoutError, Location, SourceError
from pnp.model.pictures import FullPicture
from pnp.model.style import StyleSource
from pnp.sources.pictures import png_content, svg_content

WIDE = b"""<svg viewBox="0 0 20 10"><rect width="20" height="10" fill="#000"/><path d="M0 0H10" stroke="#fff"
 stroke-width="2" stroke-dasharray="1 2" transform="translate(5,5)"/></svg>"""


def picture(data: bytes, **options: object) -> FullPicture:
    is_svg = data.startswith(b"<")
    named = FullPicture(file="art/x.svg" if is_svg else "art/x.png", **options)
    named.read_as(svg_content(data, named.file) if is_svg else png_content(data, named.file))
    return named


def pixels(width: int = 40, height: int = 20) -> bytes:
    """Left half red, right half blue."""
    image = Image.new("RGB", (width, height), "#ff0000")
    image.paste("#0000ff", (width // 2, 0, width, height))
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def box_of(path: Path) -> tuple[float, ...]:
    xs = [x for _, *values in path.segments for x in values[::2]]
    ys = [y for _, *values in path.segments for y in values[1::2]]
    return min(xs), min(ys), max(xs), max(ys)


def test_contain_shows_all_in_the_middle():
    ground, line = picture_nodes(picture(WIDE), (0, 0, 10, 10))
    assert box_of(ground) == (0, 2.5, 10, 7.5)
    assert box_of(line) == (2.5, 5, 7.5, 5)
    assert line.stroke.width_pt == pytest.approx(2 * 0.5 * 72 / 25.4)  # 2 units of 0.5 mm
    assert line.stroke.dash_mm == (0.5, 1.0)


def test_cover_cuts_off_what_sticks_out():
    (group,) = picture_nodes(picture(WIDE, fit="cover"), (0, 0, 10, 10))
    assert isinstance(group, Group) and box_of(group.clip) == (0, 0, 10, 10)
    assert box_of(group.children[0]) == (-5, 0, 15, 10)


def test_stretch_takes_the_form_of_the_box():
    assert box_of(picture_nodes(picture(WIDE, fit="stretch"), (1, 2, 4, 30))[0]) == (1, 2, 5, 32)


def test_a_line_is_stretched_with_its_shape():
    """As in a browser: a circle of two units' line, three times as wide as high, has a line of 6 and of 2."""
    ring = b"""<svg viewBox="0 0 100 100"><g transform="scale(3,1)">
    <circle cx="15" cy="50" r="10" fill="none" stroke="black" stroke-width="2"/></g></svg>"""
    nodes = picture_nodes(picture(ring), (0, 0, 100, 100))
    drawn = Image.open(io.BytesIO(png.render(Scene(100, 100, nodes), 254))).convert("RGBA").getchannel("A")
    across = [x for x in range(450) if drawn.getpixel((x, 500)) > 128]
    down = [y for y in range(500) if drawn.getpixel((450, y)) > 128]
    assert (min(across), max(across)) == pytest.approx((120, 179), abs=1)
    assert (min(down), max(down)) == pytest.approx((390, 409), abs=1)
    assert b"/Type" in pdf.render(Document("t", "en", (Page(Scene(100, 100, nodes)),)))


def test_crop_shows_a_part():
    (group,) = picture_nodes(picture(WIDE, crop=(0, 0, 0.5, 1)), (0, 0, 10, 10))
    assert box_of(group.clip) == (0, 0, 10, 10) and box_of(group.children[0]) == (0, 0, 20, 10)


def test_a_crop_outside_is_an_error():
    with pytest.raises(ValueError, match="shares of the picture"):
        FullPicture(file="art/x.svg", crop=(0.5, 0, 0.6, 1))


def test_tint_turns_black_and_white_into_two_colours():
    ground, line = picture_nodes(picture(WIDE, tint="side"), (0, 0, 10, 10), side=Tint("#802010", "#f0e0d0"))
    assert (ground.fill, line.stroke.colour) == ("#802010", "#f0e0d0")
    role = StyleSource(palette={"tree": "#336633"})
    assert picture_nodes(picture(WIDE, tint="tree"), (0, 0, 10, 10), style=role)[0].fill == "#336633"
    with pytest.raises(LayoutError, match="'tre' is neither side nor a role"):
        picture_nodes(picture(WIDE, tint="tre"), (0, 0, 10, 10), style=role)


def test_a_png_keeps_its_pixels_up_to_600_to_the_inch():
    (raster,) = picture_nodes(picture(pixels()), (0, 0, 10, 10))
    assert isinstance(raster, Bitmap) and (raster.x, raster.y, raster.width, raster.height) == (0, 2.5, 10, 5)
    assert Image.open(io.BytesIO(raster.png)).size == (40, 20)
    (small,) = picture_nodes(picture(pixels(600, 300)), (0, 0, 10, 10))
    assert Image.open(io.BytesIO(small.png)).size == (236, 118)  # 10 mm at 600 dpi


def test_a_gradient_is_painted_at_600_to_the_inch():
    gradient = b"""<svg viewBox="0 0 2 1"><linearGradient id="g"><stop stop-color="red"/></linearGradient>
    <rect width="1" height="1" fill="url(#g)"/></svg>"""
    (raster,) = picture_nodes(picture(gradient, fit="stretch"), (0, 0, 2.54, 2.54))
    image = Image.open(io.BytesIO(raster.png))
    assert image.size == (60, 60)
    assert image.getpixel((5, 50)) == (255, 0, 0, 255) and image.getpixel((55, 5))[3] == 0


def test_pixels_in_every_backend():
    scene = Scene(20, 10, picture_nodes(picture(pixels(), fit="stretch"), (0, 0, 20, 10)) * 2)
    drawn = Image.open(io.BytesIO(png.render(scene, 25.4))).convert("RGB")
    assert (drawn.getpixel((4, 5)), drawn.getpixel((15, 5))) == ((255, 0, 0), (0, 0, 255))
    text = svg.render(scene)
    assert text.count(b"data:image/png;base64,") == 1 and text.count(b"<use") == 2
    document = Document("t", "en", (Page(scene), Page(scene)))
    data = pdf.render(document)
    assert data == pdf.render(document) and data.count(b"/Subtype /Image") == 1
    pypdfium2 = pytest.importorskip("pypdfium2")
    page = pypdfium2.PdfDocument(data)[0].render(scale=1).to_pil()
    assert (page.getpixel((9, 12))[:3], page.getpixel((45, 12))[:3]) == ((255, 0, 0), (0, 0, 255))


def test_the_press_prints_pixels_in_inks():
    scene = Scene(20, 10, picture_nodes(picture(pixels(), fit="stretch"), (0, 0, 20, 10)))
    data = pdf.render(separated(Document("t", "en", (Page(scene),)), {}))
    assert b"/DeviceCMYK" in data and b"/DeviceRGB" not in data


@pytest.mark.parametrize(
    "inner",
    ['<path d="M0 0H1000000" stroke="red" stroke-dasharray="0.0001 0.0001"/>',
     '<rect transform="matrix(1,2)" width="1" height="1"/>', '<path d="M0 0H99999999"/>',
     '<g transform="scale(1e9)"><path d="M0 0H9"/></g>'],
)  # fmt: skip
def test_what_cant_be_drawn_is_an_error_with_the_name(inner: str):
    with pytest.raises(LayoutError, match=r"art/x\.svg"):
        picture_nodes(picture(f'<svg viewBox="0 0 9 9">{inner}</svg>'.encode()), (0, 0, 1, 1))


def test_the_error_stands_where_the_source_names_the_picture():
    """A PNG that ends too early is seen only when it is drawn."""
    named = FullPicture(file="art/x.png")
    cut = pixels(400, 400)
    named.read_as(replace(png_content(cut, "art/x.png"), data=cut[:-60]), Location("counters.yaml", 12, 17))
    with pytest.raises(SourceError, match=r"counters\.yaml:12:17: art/x\.png: its pixels can't be read"):
        picture_nodes(named, (0.0, 0.0, 10.0, 10.0))
