"""Every component of a game as a scene of its own: the faces of its counters and cards, its boards."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from pnp.draw import png
from pnp.draw.scene import Group, Path, Scene, moved, rect
from pnp.errors import PnpError
from pnp.generators.cards.art import CardMap
from pnp.generators.cards.face import card_scene
from pnp.generators.counters.face import draw_counter
from pnp.generators.counters.shapes import size_of
from pnp.generators.maps.display import draw_display
from pnp.generators.maps.sheet import draw_board
from pnp.maps.displays import display_plan
from pnp.maps.parts import MapPlan
from pnp.model.counters import Counter, FaceKind
from pnp.model.game import Game
from pnp.units import MM_PER_INCH

KINDS = ("counters", "cards", "boards")
"""What `pnp export images --only` takes; each is a folder."""
MAX_PIXELS = 120_000_000
"""In one picture: half a gigabyte while it is painted."""


@dataclass(frozen=True, slots=True)
class ComponentPicture:
    """A component to be drawn.

    kind   one of KINDS
    name   id of the counter or board
    face   front or back; "" = it has only one
    scene  in mm, with the bleed
    """

    kind: str
    name: str
    face: str
    scene: Scene

    @property
    def path(self) -> str:
        """The file's name below the folder of pictures. A face is always named, so that no two ids can collide."""
        return f"{self.kind}/{self.name}{'-' if self.face else ''}{self.face}.png"

    def png(self, dpi: float) -> bytes:
        """The picture at `dpi` dots per inch. Raises PnpError when it would have more than MAX_PIXELS."""
        inches = self.scene.width_mm * self.scene.height_mm / MM_PER_INCH**2
        if inches * dpi**2 > MAX_PIXELS:
            most = int((MAX_PIXELS / inches) ** 0.5)
            raise PnpError(
                f"{self.path} would have {inches * dpi**2 / 1e6:.0f} million pixels at {dpi:g} dpi; at most "
                f"{most} dpi is possible for it: give --dpi {most}, or leave the {self.kind} out by --only"
            )
        return png.render(self.scene, dpi)


def game_pictures(
    game: Game, plan: MapPlan | None, kinds: Collection[str] = KINDS, *, bleed_mm: float = 0.0
) -> Iterator[ComponentPicture]:
    """The components of a game in the order of its sources.

    plan      of the map; may be None where neither boards nor cards are asked for
    bleed_mm  how far the ground of counters goes on beyond the cut
    """
    if "counters" in kinds:
        for counter in game.all_counters():
            for face in ("front", "back"):
                yield ComponentPicture("counters", counter.id, face, counter_scene(game, counter, face, bleed_mm))
    if "cards" in kinds and plan is not None:
        yield from _cards(game, plan)
    if "boards" in kinds and plan is not None:
        yield ComponentPicture("boards", game.map.id, "", draw_board(game, plan))
        for display in game.boards:
            scene = draw_display(game, display, display_plan(game, display), for_screen=True)
            yield ComponentPicture("boards", f"display-{display.id}", "", scene)


def _cards(game: Game, plan: MapPlan) -> Iterator[ComponentPicture]:
    """The front of each card, and after those of a deck their back, under the name of the deck."""
    if game.cards is None:
        return
    maps = CardMap(game, lambda: plan)
    for deck in game.cards.decks:
        cards = list(game.cards.cards_of(deck))
        for card in cards:
            yield ComponentPicture("cards", card.id, "front", card_scene(game, card.id, maps=maps))
        if cards:
            back = card_scene(game, cards[0].id, "back", maps=maps)
            yield ComponentPicture("cards", f"deck-{deck.id}", "back", back)


def counter_scene(game: Game, counter: Counter, face: FaceKind, bleed_mm: float = 0.0) -> Scene:
    """One face of a counter, with a bleed on all sides."""
    width, height = (side + 2 * bleed_mm for side in size_of(game, counter.group))
    drawn = draw_counter(game, counter, face, reach=(bleed_mm, bleed_mm, bleed_mm, bleed_mm))
    paper = Path(rect(0, 0, width, height), fill="#ffffff")
    return Scene(width, height, (paper, Group((drawn,), transform=moved(bleed_mm, bleed_mm))))


def hidden_scene(game: Game, counter: Counter) -> Scene:
    """A back that tells the side and nothing else, for counters that are drawn at random."""
    return counter_scene(game, replace(counter, group=counter.group.replaced(back="face-down")), "back")


def painted(pictures: Collection[ComponentPicture], dpi: float) -> Iterator[tuple[ComponentPicture, bytes]]:
    """Each picture with its PNG; those that look the same are painted once."""
    made: dict[Scene, bytes] = {}
    for picture in pictures:
        if picture.scene not in made:
            made[picture.scene] = picture.png(dpi)
        yield picture, made[picture.scene]
