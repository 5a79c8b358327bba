"""The windows beside the board: help, rules, charts."""
