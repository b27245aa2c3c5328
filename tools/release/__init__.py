"""`make release`: a source distribution and a wheel, checked, installed where nothing else is, and played.

It publishes nothing. What it makes lies in `dist/`; uploading is left to whoever holds the keys.
"""
