"""Questions that a standing order may answer, so that a game by mail does not stop at every attack."""

from __future__ import annotations

from ardennes.engine import Foreseen

FORESEEN = (
    Foreseen(
        "Your units are attacked, and you could support them",
        "BW-11.2.order",
        (
            ("No support", ("when defence: done",)),
            ("No support below 2-1, otherwise ask me", ("when defence odds<2: done",)),
            ("No support at 5-1 or higher, otherwise ask me", ("when defence odds>=5: done",)),
            ("An aircraft while I have one, no artillery", ("when defence: fly", "when defence: done")),
            ("An aircraft at 3-1 or higher, no other support", ("when defence odds>=3: fly", "when defence: done")),
        ),
    ),
    Foreseen(
        "An attack on your units has failed, and they may advance",
        "BW-9.8",
        (("No advance", ("when advance own=0: done",)),),
    ),
    Foreseen(
        "You have aircraft for air drops",
        "BW-12.5",
        (("No air drops", ("when place drops=1: done",)),),
    ),
    Foreseen(
        "You have aircraft for interdiction",
        "BW-11.3",
        (("No interdiction", ("when place interdiction=1: done",)),),
    ),
)
