"""A point-to-point map: boxes and the routes between them. Read `sheet` first."""
