"""Checks of scenarios and examples: everything placed once, within limits, and winnable."""
