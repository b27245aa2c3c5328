"""What every test shares: property tests that give the same answer on every machine, however slow."""

from hypothesis import settings

settings.register_profile("ardennes", deadline=None, derandomize=True, print_blob=False)
settings.load_profile("ardennes")
