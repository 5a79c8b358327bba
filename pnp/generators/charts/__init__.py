"""The player aid and the record sheet. Read `player_aid` first."""
