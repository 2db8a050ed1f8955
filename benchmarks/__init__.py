"""How long the linter takes, beside other linters on the same machine in the same run, and how its cost grows."""
