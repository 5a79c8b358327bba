"""What is in a module and what is wrong with it, by our reader and by the engine. Read `module` first."""
