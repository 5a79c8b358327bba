"""What can be computed from a game without playing it: exact odds of its tables, and which code carries out each rule.

In: a `Game`, for `trace` also the report of a campaign. Out: frozen dataclasses with `as_json`, and lines of text.
Nothing is sampled. Read `tables.table_odds` first, then `trace.traced`.
"""
