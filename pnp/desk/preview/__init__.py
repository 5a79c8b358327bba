"""The preview: a game's products as its author saves them, and where each thing on them comes from.

In: the folder of a game, and what a page looks at. Out: pictures of sheets, regions on them, problems. Read `room`
first: what a page may ask; then `builder`: what is built after a save; `regions`: what stands where on a sheet.
"""
