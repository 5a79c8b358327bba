"""Figures of the rulebook: pieces of the board with units and arrows, reckonings, examples of play."""
