"""What turning a counter over means, for the page "Read me first": the front and the back of a counter for each kind of
back.

Only kinds that want a word are shown: those whose backs carry other numbers or another side's colours.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.draw.scene import Group, Node, Path, Stroke, line, polyline, rect
from pnp.generators.counters.face import draw_counter
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.styles import TextStyle
from pnp.model.counters import Counter, CounterGroup
from pnp.model.game import Game

FACE_MM = 15.875
_ARROW_MM = 7.0
_GAP_MM = 3.4
_ACCENT = "#9a352b"


def backs_drawing(game: Game, width: float, style: TextStyle) -> Drawing | None:
    """A counter of each kind with its back and a sentence, side by side; None when the game has no such backs."""
    shown = list(_kinds(game))
    if not shown:
        return None
    step = width / len(shown)
    pictures = 2 * FACE_MM + _ARROW_MM + _GAP_MM
    nodes: list[Node] = []
    height = FACE_MM
    for index, (counter, other, text) in enumerate(shown):
        x = index * step
        nodes += _pair(game, counter, other, x)
        words_beside = text_block(text, style, step - pictures - 5.0)
        nodes.append(words_beside.at(x + pictures, max(0.0, (FACE_MM - words_beside.height_mm) / 2)))
        height = max(height, words_beside.height_mm)
    return Drawing(tuple(nodes), width, height)


def _kinds(game: Game) -> Iterator[tuple[Counter, str, str]]:
    """The first counter of each kind of back, the face shown beside its front, and what is said of it."""
    words = game.words
    groups = [group for group in game.counters.groups if group.type]
    for group in [group for group in groups if group.back == "reduced"][:1]:
        yield _first(game, group), "back", words.text(
            "**Reduced.** The lighter side with the bar shows a unit that has suffered: turn it over when it loses a "
            "step."
        )
    for group in [group for group in groups if group.back == "switched"][:1]:
        side = next((side.name for side in game.info.sides if side.id == group.switches_to), "")
        yield _first(game, group), "back", words.text(
            "**Changed sides.** The same unit with the same numbers, in the colours of {side}: turn it over when it "
            "comes over.",
            side=side,
        )
    for group in [group for group in groups if group.turned][:1]:
        yield _first(game, group), "turned", words.text(
            "**Spent.** A unit that has acted is turned to the other player; the arrow points to the enemy again when "
            "it is ready."
        )
    for group in [group for group in groups if group.back == "dispersed"][:1]:
        yield _first(game, group), "back", words.text(
            "**Dispersed.** The side with the broken symbol shows a unit out of order: it only defends, with the "
            "number at the foot."
        )


def _first(game: Game, group: CounterGroup) -> Counter:
    return next(counter for counter in game.all_counters() if counter.group.id == group.id)


def _side(game: Game, counter: Counter, face: str) -> Group:
    return draw_counter(game, counter, face, FACE_MM, reach=(0.0, 0.0, 0.0, 0.0))  # type: ignore[arg-type]


def _pair(game: Game, counter: Counter, other: str, x: float) -> list[Node]:
    """Front, arrow, and the other face: the back, or the front turned around."""
    nodes: list[Node] = []
    edge = Stroke("#3a352f", 0.35)
    for face, left in (("front", x), (other, x + FACE_MM + _ARROW_MM)):
        picture = _side(game, counter, face)
        nodes.append(Drawing((picture, Path(rect(0, 0, FACE_MM, FACE_MM), stroke=edge)), FACE_MM, FACE_MM).at(left, 0))
    start, end, y = x + FACE_MM + 1.3, x + FACE_MM + _ARROW_MM - 1.3, FACE_MM / 2
    nodes.append(line(start, y, end - 1.4, y, Stroke(_ACCENT, 1.3, cap="round")))
    nodes.append(Path(polyline([(end, y), (end - 2.2, y - 1.3), (end - 2.2, y + 1.3)], close=True), fill=_ACCENT))
    return nodes
