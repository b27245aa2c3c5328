"""Environments for learning agents: PettingZoo's and Gymnasium's interfaces to every game.

One module a game (`ardennes.env.bulge_v1` and so on), each with `env` and `raw_env`; docs/environment.md describes the
observations and the encoding of actions. An agent is shown a view, never the state. This package knows the engine's
contract and no game, and nothing that is needed to play imports it: it is the extra `ardennes[env]`.
"""
