"""Axis & Allies: Battle of the Bulge: all its rules, and nothing else.

Plastic units by type and number in a hex, supply tokens, trucks that carry, twelve-sided dice and combat strips. The
files follow the booklet: the sequence of a turn, air, ground, movement, trucks, reinforcement, upkeep, victory.
Numbers, pieces, map and the text of the rules lie in `data/`. Nothing outside knows this package but by the engine's
contract.
"""
