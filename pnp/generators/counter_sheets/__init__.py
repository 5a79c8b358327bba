"""Counter sheets: where counters lie on a page, and all that is printed around them."""
