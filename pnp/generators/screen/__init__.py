"""The rulebook for a screen: one HTML file that holds all that it shows and fetches nothing. Read `rulebook` first."""
