"""What Makhno's Return has besides what the games of Tatchanka share: arms shipments, grey half-hexes, and Bolsheviks
whose player isn't free.

In: the sources of the game. Out: its `Rules`, in `rules`.
"""
