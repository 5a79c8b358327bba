"""Positions and played games as VASSAL saved games and logs."""
