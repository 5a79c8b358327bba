"""Figures of the rulebook: cut-outs of the board with units and arrows, worked combats, examples of play."""
