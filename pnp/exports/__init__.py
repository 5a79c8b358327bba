"""A game for other programs and other tables: pictures, Tabletop Simulator, an archive to upload.

In: a `Game` and the plan of its map. Out: files by their names, as bytes; the command line writes them. Read `pictures`
first (what there is to draw), then `tabletop` (a save with everything in its place) and `release`.
"""
