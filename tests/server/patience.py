"""How long a test waits for what must come. Only a fault takes as long: a busy machine is slow, and that is none."""

from __future__ import annotations

PATIENCE = 300.0  # seconds
