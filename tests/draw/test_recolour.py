from pnp.draw.recolour import recoloured
from pnp.draw.scene import CachedNodes, Group, Halo, Path, Scatter, Stroke, Text, rect


def swapped(colour):
    """Black for white."""
    return {"#000000": "#ffffff", "#ffffff": "#000000"}[colour]


def test_fills_lines_letters_and_halos_change_and_nothing_else():
    line = Path(rect(0, 0, 1, 1), fill=None, stroke=Stroke("#000000", 0.5, (1.0, 2.0)))
    text = Text(1, 2, "a", "sans-bold", 9.0, "#000000", halo=Halo("#ffffff", 1.0))

    group, words = recoloured((Group((line,), layer="roads"), text), swapped, "swapped")

    assert group == Group((Path(line.segments, stroke=Stroke("#ffffff", 0.5, (1.0, 2.0))),), layer="roads")
    assert words == Text(1, 2, "a", "sans-bold", 9.0, "#ffffff", halo=Halo("#000000", 1.0))


def test_scattered_pictures_and_stored_drawings_change():
    dot = Path(rect(0, 0, 1, 1), fill="#000000")
    stored = CachedNodes("trees", (0, 0, 9, 9), lambda: (Scatter(((dot,),), (0, 1, 1, 1)),))

    (changed,) = recoloured((stored,), swapped, "swapped")

    assert changed.key == "trees swapped"
    assert changed.make() == (Scatter(((Path(dot.segments, fill="#ffffff"),),), (0, 1, 1, 1)),)


def test_only_groups_of_one_role_change():
    dot = Path(rect(0, 0, 1, 1), fill="#000000")
    nodes = Group((dot, Group((dot,), role="H2"))), dot

    assert recoloured(nodes, swapped, "swapped", role="H2") == (
        Group((dot, Group((Path(dot.segments, fill="#ffffff"),), role="H2"))), dot,
    )  # fmt: skip
