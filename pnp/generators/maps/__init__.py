"""The map sheet. Read `sheet` first; `area`, `point` and `hex` each draw one kind of map, `tiles` cuts it to paper."""
