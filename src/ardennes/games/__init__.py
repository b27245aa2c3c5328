"""The five games: all the rules, and nothing else. Each folder reads like its rulebook."""
