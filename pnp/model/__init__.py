"""What a game is: frozen pydantic models of the YAML files, and the values computed from them.

In: plain data that `pnp.sources` has read. Out: a `Game`. Read `game.Game` first, then `base.SourceModel`,
which remembers the file, line and column of every value.
"""
