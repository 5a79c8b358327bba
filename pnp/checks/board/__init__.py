"""Checks of the map: the graph, its drawing, the furniture of the sheet."""
