"""Finding one's way in a drawn scene."""

from __future__ import annotations

from pnp.draw.scene import Group, Text, TextOnPath


def text_nodes(nodes):
    """All texts among `nodes` and inside them."""
    for node in nodes:
        if isinstance(node, (Text, TextOnPath)):
            yield node
        elif isinstance(node, Group):
            yield from text_nodes(node.children)


def layer(scene, name):
    """The layer `name` of a sheet."""
    return next(child for child in scene.children if child.layer == name)
