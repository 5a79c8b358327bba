"""The rulebook. Read `rulebook` first, then `story` (from a game to flowables) and `pages` (frames and heads)."""
