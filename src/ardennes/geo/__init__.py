"""One geography of the Ardennes, compiled onto five hex boards.

`data/` holds the ground in longitude and latitude: places, rivers, roads, woods, relief, fronts. `specs/` says how
each game's numbered grid lies on it. `python -m ardennes.geo` compiles every `games/<game>/data/board.toml`, with
that game's `corrections.toml` laid over what the ground gives. This package is a build-time tool: it knows no rule,
and nothing at run time imports it. Reading the data needs nothing; compiling needs the `geo` extra (shapely, numpy).
"""
