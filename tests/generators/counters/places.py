"""Where each counter and its back lie on a page by the formulas of DESIGN §4, to check what is drawn against."""

from dataclasses import dataclass

from pnp.generators.counter_sheets.imposition import SheetPlan, origin
from pnp.generators.sheets.sides import Layout


@dataclass(frozen=True, slots=True)
class CounterPlace:
    """A counter's trimmed top left on the page, and whether its art is turned by 180°."""

    x: float
    y: float
    turned: bool = False


def front_place(plan: SheetPlan, x: float, y: float, page_mm: tuple[float, float], layout: Layout) -> CounterPlace:
    """The place of the counter at (x, y) of the plan, on the front."""
    left, top = origin(plan, page_mm, layout)
    return CounterPlace(left + x, top + y)


def back_place(
    plan: SheetPlan, x: float, y: float, page_mm: tuple[float, float], layout: Layout,
    offset_mm: tuple[float, float] = (0.0, 0.0),
) -> CounterPlace:  # fmt: skip
    """The place of the back of the counter at (x, y) of the plan, moved by the printer's offset."""
    width, height = page_mm
    across, down = plan.size
    front = front_place(plan, x, y, page_mm, layout)
    dx, dy = offset_mm
    if layout == "long":
        return CounterPlace(width - front.x - across + dx, front.y + dy)
    if layout == "short":
        return CounterPlace(front.x + dx, height - front.y - down + dy, turned=True)
    return CounterPlace(front.x, 2 * (height / 2) - front.y - down, turned=True)
