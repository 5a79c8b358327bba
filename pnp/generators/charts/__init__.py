"""The player aid and the sheet of records. Read `player_aid` first."""
