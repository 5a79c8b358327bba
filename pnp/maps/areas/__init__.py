"""Areas from shared borders, their names, boxes and tints. Read `borders` first."""
