"""Layers and panels of a hex map. Read `sheet` (which function draws which panel), then `ground` and `names`."""
