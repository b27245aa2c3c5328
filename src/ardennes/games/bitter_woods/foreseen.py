"""Questions that a standing order may answer, so that a game by mail does not stop at every attack."""

from __future__ import annotations

from ardennes.engine import Foreseen

FORESEEN = (
    Foreseen(
        "A unit of yours is attacked, and you could support it",
        "BW-9.2",
        (
            ("No defensive support", ("when defence: done",)),
            ("No support at 3-1 or worse for me, otherwise ask", ("when defence odds>=3: done",)),
            ("No support below 2-1, otherwise ask", ("when defence odds<2: done",)),
        ),
    ),
    Foreseen(
        "A combat has emptied a hex, and units of yours may advance",
        "BW-9.8",
        (("Nobody advances", ("when advance: done",)),),
    ),
    Foreseen(
        "You have aircraft for air drops",
        "BW-12.5",
        (("No air drops", ("when german-supply: done",)),),
    ),
)
