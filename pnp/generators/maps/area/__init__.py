"""Layers of an area map: land and water, then names and boxes."""
