"""What Fall of the Directory has besides what the games of Tatchanka share: diplomacy, war, and the Entente's leaving.

In: the sources of the game. Out: its `Rules`, in `rules`.
"""
