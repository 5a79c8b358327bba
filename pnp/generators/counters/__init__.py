"""Counters: the face of one, sheets of them, fronts behind backs. Read `sheet` first, then `face`."""
