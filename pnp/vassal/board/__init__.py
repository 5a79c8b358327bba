"""The map window: picture, zones, grids."""
