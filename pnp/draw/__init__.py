"""From a scene in mm to SVG, PDF and PNG.

In: a `Scene` or `Document` of `scene`. Out: bytes. Read `scene` first; `text` measures and outlines type for every
backend alike; `pdf`, `svg` and `png` draw. `svg_picture` makes a PNG of any SVG.
"""
