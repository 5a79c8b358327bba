"""Pages for a browser: self-contained, no script from elsewhere, nothing fetched.

In: a report as plain data. Out: HTML. Read `report.playtest_page` first: `cards` are its parts, `plots` draws them as
inline SVG.
"""
