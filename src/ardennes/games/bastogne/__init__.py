"""Bastogne: the rules of the Fire & Movement series (1 to 9) and the game's own (10 to 14), a file for each chapter."""
