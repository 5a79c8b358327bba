"""Spreadsheets as sources: the rows of an XLSX, ODS or CSV file where a YAML file writes `{from: units.xlsx}`.

In: a `YamlDocument` with such entries. Out: the same with the rows in their place, each value with its cell. Read
`expand` first; `files` opens a file, `rows` makes entries of its rows, `counter_rows` groups of counters.
"""
