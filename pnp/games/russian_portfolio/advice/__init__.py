"""How to play the Russian Portfolio."""

from pnp.games.russian_portfolio.advice.terms import TERMS

__all__ = ["TERMS"]
