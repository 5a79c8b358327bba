"""Checks of rules, errata and their links to tables and to the referee."""
