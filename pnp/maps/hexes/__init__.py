"""The ground, names and badges of a hex map, in mm. Read `sheet` first."""
