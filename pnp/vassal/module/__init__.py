"""All parts of a module as one archive. Read `archive` first."""
