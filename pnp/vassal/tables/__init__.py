"""Tables in the module: dice buttons, and calculators that look results up."""
