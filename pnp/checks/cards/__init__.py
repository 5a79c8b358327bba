"""Checks of cards: their words, their decks, and hands that can be dealt."""
