"""Bulge as an environment: docs/environment.md."""

from ardennes.env.making import made

raw_env, env = made("bulge")
