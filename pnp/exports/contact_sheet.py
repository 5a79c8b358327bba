"""Contact sheets: all pictures of a game on a few pages, each above the name of its file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from pnp.draw.scene import Document, Group, Node, Page, Path, Scene, Stroke, Text, rect
from pnp.draw.text import width_mm
from pnp.exports.pictures import ComponentPicture
from pnp.model.game import Game

PAGE_MM = (210.0, 297.0)
MARGIN_MM, GAP_MM, HEAD_MM = 12.0, 3.0, 12.0
CAPTION, CAPTION_PT, CAPTION_MM = "condensed-regular", 6.0, 3.2
LARGE_MM = 80.0
"""What is wider than this has a page of its own."""

_Entry = tuple[str, tuple[ComponentPicture, ...]]


def contact_sheet(game: Game, pictures: Sequence[ComponentPicture]) -> Document:
    """A PDF of all `pictures`: counters at their size with their backs beside them, boards to the width of the page."""
    entries = [(name, tuple(faces)) for name, faces in groupby(pictures, key=lambda p: f"{p.kind}/{p.name}")]
    small = [entry for entry in entries if entry[1][0].scene.width_mm <= LARGE_MM]
    large = [entry for entry in entries if entry[1][0].scene.width_mm > LARGE_MM]
    bodies = [*_rows(small), *(_whole(entry) for entry in large)]
    title = f"{game.info.printed_title} {game.info.version}"
    pages = tuple(_page(title, body, f"{number}/{len(bodies)}") for number, body in enumerate(bodies, 1))
    return Document(title, game.language, pages)


def _page(title: str, body: Sequence[Node], number: str) -> Page:
    width, height = PAGE_MM
    head = (
        Text(MARGIN_MM, MARGIN_MM + 4, title, "condensed-bold", 11),
        Text(width - MARGIN_MM, MARGIN_MM + 4, number, CAPTION, 8, anchor="end"),
    )
    return Page(Scene(width, height, (Path(rect(0, 0, width, height), fill="#ffffff"), *head, *body)))


def _rows(entries: Sequence[_Entry]) -> Iterator[list[Node]]:
    """The bodies of pages with entries side by side, in cells as wide as the widest needs."""
    if not entries:
        return
    cell_width = max(max(width_mm(name, CAPTION, CAPTION_PT), _faces_mm(faces)) for name, faces in entries) + GAP_MM
    cell_height = max(faces[0].scene.height_mm for _, faces in entries) + CAPTION_MM + GAP_MM
    columns = max(1, int((PAGE_MM[0] - 2 * MARGIN_MM + GAP_MM) // cell_width))
    rows = max(1, int((PAGE_MM[1] - 2 * MARGIN_MM - HEAD_MM + GAP_MM) // cell_height))
    for start in range(0, len(entries), columns * rows):
        body: list[Node] = []
        for index, entry in enumerate(entries[start : start + columns * rows]):
            row, column = divmod(index, columns)
            body += _cell(entry, MARGIN_MM + column * cell_width, MARGIN_MM + HEAD_MM + row * cell_height, 1.0)
        yield body


def _faces_mm(faces: Sequence[ComponentPicture]) -> float:
    return sum(face.scene.width_mm for face in faces) + 1.0 * (len(faces) - 1)


def _whole(entry: _Entry) -> list[Node]:
    """The body of a page with one large picture, made as large as the page allows and never larger than it is."""
    scene = entry[1][0].scene
    room = (PAGE_MM[0] - 2 * MARGIN_MM, PAGE_MM[1] - 2 * MARGIN_MM - HEAD_MM - CAPTION_MM)
    scale = min(1.0, room[0] / _faces_mm(entry[1]), room[1] / scene.height_mm)
    return list(_cell(entry, MARGIN_MM, MARGIN_MM + HEAD_MM, scale))


def _cell(entry: _Entry, x: float, y: float, scale: float) -> Iterator[Node]:
    name, faces = entry
    left = x
    for face in faces:
        scene = face.scene
        clip = Path(rect(0, 0, scene.width_mm, scene.height_mm))
        yield Group(scene.children, transform=(scale, 0.0, 0.0, scale, left, y), clip=clip)
        size = (scene.width_mm * scale, scene.height_mm * scale)
        yield Path(rect(left, y, *size), stroke=Stroke("#8a8478", 0.25))
        left += size[0] + 1.0
    yield Text(x, y + faces[0].scene.height_mm * scale + CAPTION_MM - 0.6, name, CAPTION, CAPTION_PT)
