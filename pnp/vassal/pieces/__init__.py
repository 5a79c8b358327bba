"""Counters and markers as VASSAL pieces. Read `counters` first."""
