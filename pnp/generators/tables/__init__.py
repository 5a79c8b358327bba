"""Tables of every kind as drawings of any width, for charts, maps and books. Read `tables` first."""
