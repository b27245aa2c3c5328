"""Rules broken on purpose: a seeded sample of small changes in a game's rule files and tables, and who notices.

A change that no test notices is either a rule without a proof or a change that means nothing. The second kind is
listed in `equivalent.toml` with its reason.
"""
