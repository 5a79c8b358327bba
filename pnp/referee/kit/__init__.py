"""The kit: a referee made from what a game declares in `procedures.yaml` and in the phases of `game.yaml`.

In: a `Game` with `procedures`. Out: `DeclaredRules`, a `Rules` like those written by hand. `board` compiles the map and
the counters, `filters` what a declaration selects; each module of `procedures` is one procedure; `turn` runs the phases
by the saved agenda of `state`. Nothing here knows a game.
"""
