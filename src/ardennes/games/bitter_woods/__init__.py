"""Bitter Woods, Designer Edition (Compass Games): regiments, two miles a hex, half a day a turn."""
