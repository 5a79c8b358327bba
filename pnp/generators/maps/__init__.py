"""The map sheet. Read `sheet` first; `area`, `point` and `hex` draw one kind of map each, `tiles` cuts it to paper."""
