"""Layers of a point-to-point map, and its title and legend."""
