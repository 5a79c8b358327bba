"""Checks of tables: no gap, no overlap, codes defined, results that improve with odds and die."""
