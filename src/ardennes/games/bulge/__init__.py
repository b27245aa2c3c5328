"""Bulge (1980, edition of 2021): the rules in the order of the rulebook, one file for a chapter.

Units and hexes are numbers, sets of them are integers; names appear only where actions and texts are made. What is
printed on map, counters and charts is in `data/`; everything else is here. Nothing outside this folder knows a rule.
"""
