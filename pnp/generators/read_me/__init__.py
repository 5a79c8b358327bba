"""The page "Read me first": what is in the set, and how to print, flip, glue and cut it. Read `page` first."""
