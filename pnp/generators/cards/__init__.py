"""Cards: their faces and backs, and sheets of them to print and cut.

In: a game with `cards.yaml`. Out: scenes and pages. Read `face` first (`card_scene` is one card as a drawing), then
`imposition` (where cards lie on a sheet) and `sheet` (the pages).
"""
