"""The documentation site: the pages of `docs/`, with those beside them that are made from the games and the server.

`python -m tools.site serve` shows it in the browser, `python -m tools.site build` writes it to `build/site`. What is
made lies in `docs/made`, which git does not keep: rules, components and options of each game, glossary, HTTP interface.
"""
