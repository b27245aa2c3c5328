"""The closed lists of words in a screen. The schema says what each of them means."""

from __future__ import annotations

from typing import Literal

Style = Literal["german", "allied"]
PhaseState = Literal["done", "now", "later", "skipped"]
TimeState = Literal["past", "now", "later"]
PromptKind = Literal[
    "setup", "pick", "move", "target", "join", "support", "choose", "pay", "load",
    "place", "loss", "retreat", "advance", "end", "wait", "roll", "over",
]  # fmt: skip
Takes = Literal["nothing", "piece", "place", "word"]
OptionKind = Literal["piece", "place", "button", "number"]
Tone = Literal["plain", "main", "fight"]
Owed = Literal["open", "met", "lapsed"]
Progress = Literal["met", "open", "lost"]

Icon = Literal[
    "unsupplied", "isolated", "road", "interdicted", "shocked", "reserve", "position", "fortified", "fight", "air",
    "fuel", "act", "moved", "fired", "engaged", "supply", "resupply", "mechanised", "loaded", "arrow", "control",
    "exit", "bridge", "blown", "ford", "leader", "reduced", "lost", "retreat", "advance", "enter", "die", "turn",
    "clear", "mist", "overcast", "snow", "mud", "frost", "victory", "hidden", "stop", "plain",
]  # fmt: skip
Nation = Literal["heer", "ss", "luftwaffe", "us", "british", "french", "neutral"]
Symbol = Literal[
    "infantry", "armour", "mechanised-infantry", "motorised-infantry", "airborne", "glider", "cavalry",
    "armoured-cavalry", "artillery", "armoured-artillery", "rocket-artillery", "engineer", "anti-tank",
    "tank-destroyer", "anti-aircraft", "headquarters", "leader", "fighter", "bomber", "soldier", "tank", "gun",
    "truck", "supply", "chit", "none",
]  # fmt: skip
Size = Literal["I", "II", "III", "X", "XX", "XXX", "XXXX"]
StripeColour = Literal["orange", "teal", "yellow", "blue", "purple", "rose", "green", "grey"]
PieceState = Literal[
    "can-act", "must-act", "must-fight", "in-motion", "moved", "fought", "done", "selected", "target", "joined",
    "arriving",
]  # fmt: skip
TintKind = Literal[
    "control", "enemy-zone", "friendly-zone", "target", "danger", "area", "supplied", "unsupplied", "interdicted",
    "objective", "range", "in-play",
]  # fmt: skip
LineKind = Literal[
    "front", "start", "boundary", "supply", "cut", "path", "retreat", "advance", "attack", "history",
]  # fmt: skip
BoxKind = Literal[
    "exit", "entry", "off-board", "arrivals", "chart", "strip", "hand", "pool", "mission", "dead", "holding",
]  # fmt: skip
Shows = Literal["open", "counted", "hidden"]
GridKind = Literal["chart", "strip", "hand", "missions", "area"]

Stage = Literal["building", "declared", "rolled", "resolved"]
Role = Literal["ground", "artillery", "air", "leader", "chit"]
Tick = Literal["in", "out", "barred", "fixed"]
TallyAbout = Literal["attack", "defence", "odds", "column", "die", "result", "dice"]
ComparisonKind = Literal["ratio", "differential", "dice"]
Favours = Literal["attacker", "defender", "both", "neither"]
DieState = Literal["counts", "misses", "rolled-again", "wasted"]
