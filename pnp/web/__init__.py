"""Pages for a browser: self-contained, no script from elsewhere, nothing fetched.

In: a report as plain data. Out: HTML. Read `report.playtest_page` first; `plots` draws inline SVG.
"""
