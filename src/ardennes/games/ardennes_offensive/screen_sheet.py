"""The attack sheet: who fights, what each counts and why, the column, and the chance of every result."""

from __future__ import annotations

from ardennes.counters import bits
from ardennes.counters.screens import result_table
from ardennes.engine import Battle, Odds, Outcome, Reason, screen
from ardennes.engine.battle import Line
from ardennes.engine.screen import derive
from ardennes.engine.screen.words import Favours, Stage
from ardennes.engine.speech import both, count
from ardennes.games.ardennes_offensive import odds
from ardennes.games.ardennes_offensive.combat import fresh_attackers, next_to_all
from ardennes.games.ardennes_offensive.forces import SIDES
from ardennes.games.ardennes_offensive.queries import Situation

UNSAID = ("AO-3.33", "AO-R.15", "AO-R.14", "AO-9.3.J")  # they change no figure; the tally has them
FAVOURS: dict[str, Favours] = {"Ar": "defender", "Dr": "attacker", "Ex": "both", "De": "attacker"}


def sheet(view: Situation) -> screen.Sheet | None:
    """The sheet of the battle that is being declared or fought; None if there is none."""
    battle = view.battle()
    if battle is None:
        return None
    attacker, defender = battle.side, SIDES[1 - SIDES.index(battle.side)]
    found = view.odds(battle) if battle.attackers else None
    stage: Stage = "building" if view.top[0] == "attack" else "declared"
    return screen.Sheet(
        "+".join(battle.targets), f"Attack on {both(battle.targets)}", "Attack", stage, attacker, defender,
        battle.targets, _attackers(view, battle, found), _defenders(view, battle, found, defender),
        notes=_notes(view, battle),
        tally=_tally(found) if found else (),
        odds=_comparison(found) if found else None,
        table=_table(view, found) if found else None,
        outcomes=_outcomes(found) if found else (),
    )  # fmt: skip


def _groups(view: Situation, units: int) -> dict[int, int]:
    """Units by hex."""
    found: dict[int, int] = {}
    for unit in bits(units):
        at = view.at[unit]
        found[at] = found.get(at, 0) | 1 << unit
    return found


def _counts(found: Odds | None, about: str) -> tuple[str, list[screen.Reason]]:
    """What a hex counts, and why, from the tally."""
    lines = [line for line in found.tally if line.about == about] if found else []
    why = [screen.Reason(line.rule, line.text) for line in lines if line.rule not in UNSAID]
    return (derive.figure(lines[-1].after) if lines else "–"), why


def _attackers(view: Situation, battle: Battle, found: Odds | None) -> list[screen.Group]:
    """The attackers hex by hex, and those who could join or may not."""
    game, grid = view.game, view.game.ground.grid
    joined = {game.forces.index[name] for name in battle.attackers}
    side = SIDES.index(battle.side)
    units = sum(1 << unit for unit in joined)
    choosing = view.top[0] == "attack"
    if choosing:
        beside = grid.around(grid.mask(battle.targets)) & view.held[side]
        units |= view.units_at(beside)
    groups = []
    for at, here in sorted(_groups(view, units).items()):
        where = grid.name(at)
        counts, why = _counts(found, f"attack from {where}")
        fighters = [_fighter(view, unit, unit in joined, choosing) for unit in bits(here)]
        printed = sum(game.forces.strength[unit] for unit in bits(here) if unit in joined)
        label = f"{game.forces.called(here)}, from {where}"
        shown = str(printed) if printed else None
        groups.append(screen.Group(label, battle.side, fighters, counts, at=where, printed=shown, reasons=why))
    return groups


def _fighter(view: Situation, unit: int, joined: bool, choosing: bool) -> screen.Fighter:
    name, strength = view.game.forces.names[unit], str(view.game.forces.strength[unit])
    if not choosing:
        return screen.Fighter(name, "fixed", printed=strength)
    if joined:
        return screen.Fighter(name, "in", f"join {name}", strength)
    targets: tuple[int, ...] = view.top[1]
    able = fresh_attackers(view) >> unit & 1 and next_to_all(view, targets) >> view.at[unit] & 1
    reason: Reason | None = view.why_not(f"join {name}")
    if able and reason is None:
        return screen.Fighter(name, "out", f"join {name}", strength)
    reasons = [screen.Reason(reason.rule, reason.text)] if reason else []
    return screen.Fighter(name, "barred", printed=strength, counts="–", reasons=reasons)


def _defenders(view: Situation, battle: Battle, found: Odds | None, side: str) -> list[screen.Group]:
    groups = []
    for where in battle.targets:
        i = view.game.ground.grid.index(where)
        units = view.stack(i)
        counts, why = _counts(found, f"defence in {where}")
        if found is None:
            counts = str(odds.defence(view, 1 << i, units & ~view.fought))
        strength, names = view.game.forces.strength, view.game.forces.names
        fighters = [screen.Fighter(names[unit], "fixed", printed=str(strength[unit])) for unit in bits(units)]
        label = f"{view.game.forces.called(units)}, in {where}" if units else f"in {where}"
        groups.append(screen.Group(label, side, fighters, counts, at=where, reasons=why))
    return groups


def _notes(view: Situation, battle: Battle) -> list[screen.Note]:
    """The ground and what it does."""
    ground, grid = view.game.ground, view.game.ground.grid
    notes = []
    for where in battle.targets:
        i = grid.index(where)
        if ground.immune[1 - SIDES.index(battle.side)] >> i & 1:
            rule = "AO-11.0.town" if ground.town >> i & 1 else "AO-11.0.westwall"
            notes.append(screen.Note(f"In {where} the defender may ignore a retreat, or waive that", rule, [where]))
    if len(battle.targets) > 1:
        notes.append(screen.Note("Each attacker must be adjacent to every hex attacked", "AO-9.2.D"))
    return notes


def _tally(found: Odds) -> list[screen.TallyLine]:
    """The arithmetic; the figure of a hex is about attack or defence."""
    plain = [
        Line(line.rule, line.text, line.before, line.after, line.about.split()[0] if line.about else "attack")
        for line in found.tally
    ]
    return derive.tally(plain, found.columns)


def _comparison(found: Odds) -> screen.Comparison:
    attack, defence = derive.figure(found.attack), derive.figure(found.defence)
    exact = derive.figure(round(found.attack / found.defence, 2))
    why = screen.Reason("AO-9.3.K", f"{exact} to 1, rounded for the defender")
    return screen.Comparison("ratio", attack, defence, found.column, [why])


def _table(view: Situation, found: Odds) -> screen.ResultTable:
    name = str(found.facts["table"])
    label = "Standard table" if name == "standard" else "German initial table"
    return result_table(label, "AO-10.0", found, view.game.tables["crt"][name])


def _outcomes(found: Odds) -> list[screen.Outcome]:
    return [
        screen.Outcome(each.label, each.probability, _means(each), FAVOURS[each.label[:2]], f"AO-10.1.{each.label[:2]}")
        for each in found.outcomes
    ]


def _means(result: Outcome) -> str:
    """What a result would do here."""
    kind = result.label[:2]
    if kind == "De":
        return "All defenders are eliminated"
    if kind == "Ex":
        least = count(round(result.attacker.losses), "unit")
        return f"All defenders are eliminated; the attacker loses {least} or more"
    who, effect = ("attackers", result.attacker) if kind == "Ar" else ("defenders", result.defender)
    if not effect.retreat:
        return f"The {who} are immune and stay"
    if effect.eliminated:
        return f"The {who} cannot retreat and are eliminated"
    n = round(effect.losses)
    lost = f"; {count(n, 'unit')} cannot and {'is' if n == 1 else 'are'} eliminated" if effect.losses else ""
    return f"The {who} retreat {count(effect.retreat, 'hex')}{lost}"
