"""Games over HTTP and WebSocket, kept in a database.

A game is its journal, stored line by line; an action is acknowledged only once it is stored. Every action is checked by
the engine here, and every answer is made from the seat's own view. It knows the engine's contract and no game.
"""
