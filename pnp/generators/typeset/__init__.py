"""Setting running text: markup, line breaking, and a paragraph for reportlab's frames.

In: texts of the rules and a `TextStyle`. Out: flowables whose lines are justified, hyphenated and kerned.
Read `markup.parse` first (what a text may contain), then `linebreak` (Knuth and Plass's total-fit
algorithm), `items` (words into boxes and glue) and `paragraph` (the flowable).
"""
