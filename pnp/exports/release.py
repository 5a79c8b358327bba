"""A game as one archive to upload: sheets and books by language and paper, the module, licence, checksums, pictures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pnp.draw import pdf, png
from pnp.draw.colour import INK
from pnp.draw.scene import Group, Node, Path, Scene, Stroke, Text, moved, rect
from pnp.draw.text import width_mm
from pnp.exports.contact_sheet import contact_sheet
from pnp.exports.pictures import ComponentPicture
from pnp.generators.book.back import font_lines
from pnp.model.game import Game
from pnp.output import sha256, zip_bytes

PAGE_MM = (240.0, 180.0)
PAGE_DPI = 150.0
MARGIN_MM, GAP_MM, HEAD_MM = 8.0, 2.0, 15.0
CARD_MM = 44.0
"""Height of a card: half that of a poker card, and no less than half of this."""
COUNTERS_SHARE = 0.3
"""Of the page's height, for counters below the board."""


@dataclass(frozen=True, slots=True)
class ReleaseFile:
    """A product: its language and paper ("" = all), the name of its file, its content."""

    language: str
    paper: str
    name: str
    data: bytes

    @property
    def path(self) -> str:
        """Where it lies in the archive: en/a4/rulebook-a4.pdf."""
        return "/".join(filter(None, (self.language, self.paper, self.name)))


def release_name(game: Game) -> str:
    """The name of the archive."""
    return f"{game.id}-{game.info.version}.zip"


def release_zip(game: Game, products: Iterable[ReleaseFile], pictures: Sequence[ComponentPicture]) -> bytes:
    """The archive: `products` and what goes with them, below one folder; the same bytes for the same content."""
    files = {product.path: product.data for product in products}
    files["LICENCE.txt"] = licence_text(game).encode()
    files["pictures.png"] = png.render(picture_page(game, pictures), PAGE_DPI)
    files["pictures.pdf"] = pdf.render(contact_sheet(game, pictures))
    sums = "".join(f"{sha256(data)}  {name}\n" for name, data in sorted(files.items()))
    files["SHA256SUMS"] = sums.encode()
    folder = release_name(game).removesuffix(".zip")
    return zip_bytes((f"{folder}/{name}", data) for name, data in sorted(files.items()))


def licence_text(game: Game) -> str:
    """Who made the game, from what, and under which terms."""
    info, credits = game.info, game.info.credits
    lines = [f"{info.printed_title} {info.version}", "", credits.original, credits.statement]
    lines += [f"{credit.role}: {', '.join(credit.names)}" for credit in credits.lines]
    plex = game.words.text("Set in IBM Plex (SIL Open Font License).")
    lines += [credits.map_sources, plex, *font_lines(game), credits.licence, *credits.remarks]
    return "\n".join([lines[0], "", *(line.strip() for line in lines[2:] if line.strip())]) + "\n"


def picture_page(game: Game, pictures: Sequence[ComponentPicture]) -> Scene:
    """One page to show the game by: title, board, counters, one of each kind first, and cards where there is room."""
    width, height = PAGE_MM
    ink, size = game.style.palette.get("text", INK), 26.0
    room = width - 2 * MARGIN_MM
    title = game.info.printed_title
    size *= min(1.0, room / width_mm(title, "condensed-bold", size))
    nodes: list[Node] = [
        Path(rect(0, 0, width, height), fill=game.style.palette.get("paper", "#ffffff")),
        Text(MARGIN_MM, MARGIN_MM + 7, title, "condensed-bold", size, ink),
    ]
    board = next((picture.scene for picture in pictures if picture.kind == "boards"), None)
    top = MARGIN_MM + HEAD_MM
    if board is not None:
        tall = height * (1 - COUNTERS_SHARE) - top
        scale = min(room / board.width_mm, tall / board.height_mm)
        left = (width - board.width_mm * scale) / 2
        frame = rect(0, 0, board.width_mm, board.height_mm)
        nodes.append(Group(board.children, transform=(scale, 0.0, 0.0, scale, left, top), clip=Path(frame)))
        nodes.append(Path(
            rect(left, top, board.width_mm * scale, board.height_mm * scale), stroke=Stroke(ink, 0.5)
        ))  # fmt: skip
        top += board.height_mm * scale + 2 * GAP_MM
    shown = [p for p in pictures if p.kind == "counters" and p.face == "front"]
    first = {str(counter.id) for counter in game.all_counters() if counter.index == 0}
    fronts = dict.fromkeys(p.scene for p in sorted(shown, key=lambda picture: picture.name not in first))
    x, y = MARGIN_MM, top
    for scene in fronts:
        if x + scene.width_mm > width - MARGIN_MM:
            x, y = MARGIN_MM, y + scene.height_mm + GAP_MM
        if y + scene.height_mm > height - MARGIN_MM:
            break
        nodes.append(Group(scene.children, transform=moved(x, y)))
        x += scene.width_mm + GAP_MM
        top = y + scene.height_mm + 2 * GAP_MM
    x, tall = MARGIN_MM, min(CARD_MM, height - MARGIN_MM - top)
    for scene in (p.scene for p in pictures if p.kind == "cards" and p.face == "front") if tall > CARD_MM / 2 else ():
        scale = tall / scene.height_mm
        if x + scene.width_mm * scale > width - MARGIN_MM:
            break
        nodes.append(Group(scene.children, transform=(scale, 0.0, 0.0, scale, x, top)))
        x += scene.width_mm * scale + GAP_MM
    return Scene(width, height, tuple(nodes))
