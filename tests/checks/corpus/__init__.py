"""A corpus of faults: copies of the games that ship, each with one small mistake in its sources.

Each mistake says where it stands and what a validator should call it. `derived` mutations are drawn with a seed from
whatever the sources hold (any cell, reference, id, number, neighbour, translation); `named` ones are written from the
list of subjects that a validator should know. Neither is written from the code of the checks. Read `case` first.
"""
