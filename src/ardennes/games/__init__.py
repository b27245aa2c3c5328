"""The five games: all the rules, and nothing else. Each folder reads like its rulebook.

The environment variable `ARDENNES_GAMES` names further folders of games, with the system's path separator between them.
A game there is found as if it lay here, by the name of its folder; where two have the same name, ours is taken.
"""

import os

__path__ = [*__path__, *filter(None, os.environ.get("ARDENNES_GAMES", "").split(os.pathsep))]
