"""One game looked at closely: a sandbox, the odds of a plan, the luck of the dice, the front beside history's.

Everything here starts from a view, or looks at a game through views: it knows what the side that asks may know. It
names no game; what is asked of a state comes through the engine's contract.
"""
