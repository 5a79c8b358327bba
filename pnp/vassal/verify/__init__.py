"""Checks of a module, above all for faults that the engine doesn't report. Read `module` first."""
