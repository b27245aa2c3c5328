"""Ardennes: five Battle of the Bulge wargames with every rule enforced."""
