"""The Play room: a game between people at browsers and computer players, refereed, each seat told what it may know.

In: messages of seats (`hall.Hall.handle`). Out: messages for seats; saved games and logs in the output folder. Read
`hall` first: who sits where; then `table`: the game that is played; then `view`: what one side is shown of it. All that
leaves the room about a game goes through a `Viewpoint`, which knows what its side may not know.
"""
