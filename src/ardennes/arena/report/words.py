"""What the figures say, in sentences: whom the games favour and how surely, how long they lasted, what they cost."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ardennes.arena.figures import Figures, Share
from ardennes.arena.report.charts import figure
from ardennes.arena.report.parts import label_of
from ardennes.engine.screen import Side

ALMOST_ALWAYS = 0.9  # the least that a share must be, at the low end of its interval
NARROW = 0.3  # an interval that is no wider, and has one half in it, says that both sides win alike

LEANINGS = (
    "A side alone won more than half of all games, even at the low end of the 95 % interval; “almost always” means "
    "more than nine in ten; “draw or” a side means it won more than half of the decided games. “Even”: no side is "
    "favoured, and the interval is narrow. “Open”: too few games to tell."
)


def leaning(figures: Figures, sides: Sequence[Side]) -> str:
    """Whom the games favour, as a rulebook would put it, by the 95 % intervals."""
    if not figures.games:
        return ""
    outcomes = (sides[0].id, sides[1].id, None)
    best = max(outcomes, key=lambda side: figures.won(side).games)
    share, name = figures.won(best), "draw" if best is None else label_of(sides, best)
    low, high = share.ends
    if low > ALMOST_ALWAYS:
        return f"Almost always {name}"
    if low > 0.5:
        return name[:1].upper() + name[1:]
    ahead, decided = _decided(figures, sides)
    if decided.ends[0] > 0.5:
        return f"Draw or {label_of(sides, ahead)}"
    if high - low <= NARROW and best is not None:
        return "Even"
    others = [figures.won(side).games for side in outcomes if side != best]
    return f"Open, {name} ahead" if share.games > max(others) else "Open"


def _decided(figures: Figures, sides: Sequence[Side]) -> tuple[str, Share]:
    """The side that won more often, and its share of the games that somebody won."""
    won = {side.id: figures.won(side.id).games for side in sides}
    ahead = max(won, key=lambda side: won[side])
    return ahead, Share(won[ahead], sum(won.values()))


def results(figures: Figures, sides: Sequence[Side], outcomes: Sequence[str | None]) -> str:
    """Who won how often, whether that tells the sides apart, and how long it took."""
    won = [(side, figures.won(side)) for side in outcomes]
    told = [f"{escape(label_of(sides, side))} won {_share(share)}" for side, share in won if side is not None]
    drawn = figures.won(None)
    if drawn.games:
        told.append(f"drawn: {_share(drawn)}")
    return f"{'; '.join(told)}. {_judgement(figures, won, sides)} {_length(figures)}"


def _share(share: Share) -> str:
    low, high = share.ends
    return (
        f"<b>{share.games} of {share.of}</b> games, {100 * share.part:.0f} % (95 % interval: {100 * low:.0f} to "
        f"{100 * high:.0f} %)"
    )


def _judgement(figures: Figures, won: Sequence[tuple[str | None, Share]], sides: Sequence[Side]) -> str:
    for side, share in won:
        low, _ = share.ends
        if low > 0.5:
            name = "A draw" if side is None else f"{escape(label_of(sides, side))} victory"
            return f"{name} is the usual result: more than half of the games, even at the low end of the interval."
    ahead, decided = _decided(figures, sides)
    if decided.ends[0] > 0.5:
        part = f"{100 * decided.part:.0f} %"
        return f"{escape(label_of(sides, ahead))} clearly won more than half of the decided games: {part}."
    return "Nobody clearly won more than half: the sides are even, or there are too few games to tell."


def _length(figures: Figures) -> str:
    turns = sorted(game.turn for game in figures.games)
    if turns[0] == turns[-1]:
        return f"Every game lasted {turns[0]} turns." if turns[0] > 1 else "Every game ended on the first turn."
    return (
        f"A game lasted {figures.length:.1f} turns on average; the shortest took {turns[0]}, the longest {turns[-1]}."
    )


def losses(figures: Figures, sides: Sequence[Side]) -> str:
    """What a game cost each side by its end."""
    ends = [game.turns[-1] for game in figures.games if game.turns]
    if not ends:
        return ""
    told = []
    for side in sides:
        lost = [force.lost for end in ends for force in end.forces if force.side == side.id]
        told.append(f"{escape(side.label)} {figure(round(sum(lost) / len(lost), 1)) if lost else '–'}")
    return f" Average losses per game: {', '.join(told)}."
