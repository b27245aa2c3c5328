"""Conformance: proves by random play that a game keeps the engine's promises.

`conform` plays a scenario at random and looks at every moment as player, opponent, storage and searcher would. What it
finds are faults of the game, each with the journal that leads to it.
"""

from __future__ import annotations

import json
import random
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ardennes.engine.action import Action
from ardennes.engine.chance import LISTABLE
from ardennes.engine.decision import Decision, Kind
from ardennes.engine.errors import ArdennesError, EngineFault, Refused
from ardennes.engine.event import Event
from ardennes.engine.game import Game
from ardennes.engine.record import Record
from ardennes.engine.state import State

RUNAWAY = 50_000  # decisions after which a game at random counts as endless
FAULTS = (
    "dead end",
    "runaway",
    "free cycle",
    "empty question",
    "illegal option",
    "missing option",
    "unexplained",
    "crash",
    "malformed",
    "unknown rule",
    "copy",
    "json",
    "undo",
    "view",
    "leak",
    "guess",
    "odds",
    "journal",
    "invariant",
    "screen",
)


@dataclass(frozen=True, slots=True)
class Fault:
    """A broken promise, and the journal that leads to it."""

    kind: str
    text: str
    journal: str = ""

    def __str__(self) -> str:
        return f"{self.kind}: {self.text}"


@dataclass(slots=True)
class Report:
    """What random play found."""

    games: int = 0
    decisions: int = 0
    checked: int = 0
    rolls: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether nothing was found."""
        return not self.faults

    def __str__(self) -> str:
        ends = ", ".join(f"{level} {n}" for level, n in self.endings.most_common())
        head = f"{self.games} games, {self.decisions} decisions ({self.checked} examined), {self.rolls} rolls; {ends}"
        return "\n".join([head, *map(str, self.faults)])


def conform(
    game: Game,
    scenario: str,
    *,
    games: int = 10,
    seed: int = 0,
    every: int = 20,
    sample: int = 25,
    start: Callable[[], Record] | None = None,
    stop_at: int = 20,
    explained: bool = True,
) -> Report:
    """Play games at random and examine every so many-th moment.

    `every` is how rarely a moment is examined in depth, `sample` how many options and other actions are tried there;
    `start` begins elsewhere than at the scenario's start. Stops after `stop_at` faults. Where `explained`, a step must
    itself say why an action with a verb that is in play is not possible.
    """
    report = Report()
    for number in range(games):
        rng = random.Random(f"{seed}/{number}")
        record = start() if start else Record.start(game, scenario)
        _Examiner(game, record, rng, report, every, sample, explained).play()
        report.games += 1
        if len(report.faults) >= stop_at:
            break
    return report


class _Examiner:
    """Plays one game and examines it."""

    def __init__(
        self,
        game: Game,
        record: Record,
        rng: random.Random,
        report: Report,
        every: int,
        sample: int,
        explained: bool,
    ) -> None:
        self.game = game
        self.record = record
        self.rng = rng
        self.report = report
        self.every = every
        self.sample = sample
        self.explained = explained
        self.seen: set[str] = set()

    # ---- the game ----

    def play(self) -> None:
        """To the end, or to the first fault that makes going on pointless."""
        try:
            self._to_the_end()
        except EngineFault as fault:
            self._fault("dead end", str(fault))
        except ArdennesError as error:
            self._fault("illegal option", f"an option was refused: {error}")
        except Exception as error:  # whatever breaks is a fault of the game, and its journal is wanted
            where = traceback.extract_tb(error.__traceback__)[-1]
            self._fault("crash", f"{type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno})")

    def _to_the_end(self) -> None:
        for count in range(RUNAWAY):
            state = self.record.state
            if state.over:
                assert state.result is not None
                self.report.endings[state.result.level] += 1
                self._journal_replays()
                return
            deep = self.rng.randrange(self.every) == 0 or count < 3
            if state.chance is not None:
                if deep:
                    self._examine_chance(state)
                self.record.roll(state.chance.sample(self.rng))
                self.report.rolls += 1
                continue
            decision = state.decision
            self.report.decisions += 1
            if deep:
                self.report.checked += 1
                self._examine(state, decision)
            if self.rng.randrange(4) == 0 or deep:
                self._no_cycle(state)
            self.record.apply(self.rng.choice(decision.options))
        self._fault("runaway", f"no end after {RUNAWAY} decisions")

    def _fault(self, kind: str, text: str) -> None:
        assert kind in FAULTS
        self.report.faults.append(Fault(kind, text, str(self.record.journal)))

    def _no_cycle(self, state: State) -> None:
        key = state.key()
        if key in self.seen:
            self._fault("free cycle", f"the same position twice: {state.decision!r}")
        self.seen.add(key)

    def _journal_replays(self) -> None:
        try:
            again = Record.replay(self.game, self.record.journal)
        except ArdennesError as error:
            self._fault("journal", f"the journal does not replay: {error}")
            return
        if again.state.key() != self.record.state.key():
            self._fault("journal", "the journal replays to another position")

    # ---- one moment ----

    def _examine(self, state: State, decision: Decision) -> None:
        some = self._some(list(decision.options))
        self._options_well_formed(decision)
        self._nothing_else(state, decision)
        self._copies(state, some)
        self._json(state)
        self._undo(state, some)
        self._views(state, decision)
        if decision.secret:
            self._secret_choice(state, decision)
        for sentence in self.game.invariants(state):
            self._fault("invariant", sentence)
        self._screens(state)

    def _some(self, options: list[Action]) -> list[Action]:
        return options if len(options) <= self.sample else self.rng.sample(options, self.sample)

    def _options_well_formed(self, decision: Decision) -> None:
        options = list(decision.options)
        if len(options) != len(decision.options) or len(set(options)) != len(options):
            self._fault("malformed", f"{decision!r}: length or duplicates")
        if len(options) == 1 and options[0].verb not in self.game.confirmed_verbs and not decision.always:
            self._fault("empty question", repr(decision))
        for action in options:
            if action not in self.game.universe or action not in decision.options:
                self._fault(
                    "malformed", f"{decision!r}: “{action}” is not an action of the game, or is listed but not a member"
                )
        if not isinstance(decision.kind, Kind):
            self._fault("malformed", f"{decision!r}: kind")
        if decision.default is not None and decision.default not in decision.options:
            self._fault("malformed", f"{decision!r}: the default is no option")
        for rule in (decision.rule, *(o.rule for o in decision.obligations)):
            self._known(rule)

    def _known(self, rule: str) -> None:
        if rule not in self.game.rules and not rule.startswith("engine-"):
            self._fault("unknown rule", f"“{rule}” stands in no catalogue")

    def _nothing_else(self, state: State, decision: Decision) -> None:
        verbs = {option.verb for option in decision.options}
        others = [action for action in self._from_universe(decision) if action not in decision.options]
        for action in others:
            reason = state.why_not(action)
            if reason is None:
                self._fault("missing option", f"“{action}” is not offered, yet nothing forbids it: {decision!r}")
                continue
            self._known(reason.rule)
            asked_for = self.explained and action.verb in verbs
            if asked_for and state.game.steps[state.top[0]].why_not(state, action, decision) is None:
                self._fault("unexplained", f"the step cannot say why not “{action}”: {decision!r}")
            trial = state.copy()
            try:
                trial.apply(action)
            except Refused:
                continue
            self._fault("missing option", f"“{action}” is not offered, yet it is carried out: {decision!r}")
        for action in self._some(list(decision.options)):
            if state.why_not(action) is not None:
                self._fault("illegal option", f"“{action}” is offered, yet explained away: {decision!r}")

    def _from_universe(self, decision: Decision) -> list[Action]:
        """Other actions to try: half with the verbs that are in play, half of any kind."""
        everything = list(self.game.universe)
        verbs = {action.verb for action in decision.options}
        near = [action for action in everything if action.verb in verbs]
        return self._some(near) + self._some(everything)

    def _copies(self, state: State, options: list[Action]) -> None:
        before = state.key()
        for action in options:
            one, two = state.copy(), state.copy()
            if one.key() != before:
                self._fault("copy", "a copy differs from its original")
            one.apply(action)
            if state.key() != before or two.key() != before:
                self._fault("copy", f"“{action}” on a copy changed the original")
            two.apply(action)
            if one.key() != two.key():
                self._fault("copy", f"“{action}” leads two copies to two positions")

    def _json(self, state: State) -> None:
        again = self.game.from_json(json.loads(json.dumps(state.to_json())))
        if again.key() != state.key() or again.decision.options != state.decision.options:
            self._fault("json", "a position read back differs, or offers something else")

    def _undo(self, state: State, options: list[Action]) -> None:
        for action in options[:6]:
            commits = state.decision.commits(action)
            record = Record(state.copy())
            record.apply(action)
            if record.state.chance is not None:
                if not commits:
                    self._fault("undo", f"“{action}” brings dice, but does not say that it commits")
                continue
            can = record.cannot_undo() is None
            if can == commits:
                self._fault("undo", f"“{action}” commits: {commits}; undo afterwards: {can}")
            if can:
                record.undo()
                if record.state.key() != state.key() or record.state.decision.options != state.decision.options:
                    self._fault("undo", f"“{action}” undone is not as if never done")

    # ---- what a side may know ----

    def _views(self, state: State, decision: Decision) -> None:
        mine = state.view(decision.side)
        if mine.decision.options != decision.options:
            self._fault("view", f"{decision.side} is offered something else in his view: {decision!r}")
        for side in (*self.game.sides, None):
            view = state.view(side)
            if view.decision.side != decision.side or view.decision.step != decision.step:
                self._fault("view", f"{side} sees another question than {decision!r}")
            if side is None or not self.game.secretive(state):
                continue
            lookalike = view.guess(self.rng)
            if lookalike.view(side) != view:
                self._fault("guess", f"a guess does not fit the view of {side}")
            self._compare_lookalikes(state, lookalike, side)

    def _compare_lookalikes(self, state: State, lookalike: State, side: str) -> None:
        """Two states that a side cannot tell apart ask the same of the same side, and close undo alike."""
        if lookalike.chance is not None or lookalike.over:
            self._fault("leak", f"{side} could tell two states apart: one asks, the other rolls or is over")
            return
        ours, theirs = state.decision, lookalike.decision
        if (ours.side, ours.step) != (theirs.side, theirs.step):
            self._fault("leak", f"{side} could tell two states apart: {ours!r} and {theirs!r}")
        elif ours.side == side:
            if ours.options != theirs.options:
                self._fault("leak", f"what {side} is offered depends on what he cannot know: {ours!r}")
                return
            for action in self._some(list(ours.options))[:6]:
                if ours.commits(action) != theirs.commits(action):
                    self._fault("leak", f"undo after “{action}” depends on what {side} cannot know")

    def _secret_choice(self, state: State, decision: Decision) -> None:
        """Two different secret answers look the same to the other side."""
        branches = []
        for action in self._some(list(decision.options))[:4]:
            branch = state.copy()
            branch.apply(action)
            self._finish(branch, decision.side)
            asked = _asked_by(branch)[0]
            if asked and branch.epoch == state.epoch + (asked != decision.side):  # handed over, nothing laid open yet
                branches.append((action, branch))
        self._alike(branches, tuple(s for s in self.game.sides if s != decision.side), decision.side)

    def _finish(self, branch: State, side: str) -> None:
        """Let a side end its secret choosing, in its own way, so that not even its length is compared."""
        for _ in range(100):
            if branch.over or branch.chance is not None or branch.decision.side != side or not branch.decision.secret:
                return
            branch.apply(self.rng.choice(branch.decision.options))

    def _examine_chance(self, state: State) -> None:
        chance = state.chance
        assert chance is not None
        self._known(chance.rule)
        if self.game.from_json(json.loads(json.dumps(state.to_json()))).key() != state.key():
            self._fault("json", "a position with dice due, read back, differs")
        if chance.seen_by is not None:
            branches = []
            for _ in range(3):
                branch = state.copy()
                roll = chance.sample(self.rng)
                branch.roll(roll)
                branches.append((" ".join(map(str, roll)), branch))
            self._alike(branches, tuple(s for s in self.game.sides if s not in chance.seen_by), "a private roll")
        self._odds(state)

    def _alike(self, branches: Sequence[tuple[Action | str, State]], sides: tuple[str, ...], owner: str) -> None:
        for name, branch in branches[1:]:
            first_name, first = branches[0]
            for side in sides:
                asked = _asked_by(first), _asked_by(branch)
                if asked[0] != asked[1]:
                    if owner in (asked[0][0], asked[1][0]):
                        continue  # he has not finished choosing in one of them
                    self._fault("leak", f"{side} could tell “{first_name}” from “{name}” by who is asked next")
                elif not first.over and first.view(side) != branch.view(side):
                    self._fault("leak", f"{side} could tell “{first_name}” from “{name}” by his view")

    # ---- odds and screens ----

    def _odds(self, state: State) -> None:
        """The odds shown before the die are the resolver's own frequencies."""
        battle = state.battle()
        if battle is None:
            return
        odds = state.odds(battle)
        if not odds.outcomes:
            return
        expected: dict[str, float] = defaultdict(float)
        for outcome in odds.outcomes:
            expected[outcome.label] += outcome.probability
        if abs(sum(expected.values()) - 1) > 1e-9:
            self._fault("odds", f"the chances of {battle} add up to {sum(expected.values())}")
        found: dict[str, float] = defaultdict(float)
        for label, probability in _results(state, 1.0):
            found[label] += probability
        if "" in found:
            return
        for label in sorted({*expected, *found}):
            if abs(expected[label] - found[label]) > 1e-9:
                self._fault("odds", f"{battle}: {label} shown as {expected[label]:.4f}, falls at {found[label]:.4f}")

    def _screens(self, state: State) -> None:
        if type(self.game).screen is Game.screen:
            return
        from ardennes.engine.screen import validate

        for side in (*self.game.sides, None):
            try:
                validate(self.game.screen(state.view(side)), self.game.on_map)
            except ArdennesError as error:
                self._fault("screen", str(error))


def _asked_by(state: State) -> tuple[str, str]:
    """Who is asked, in which step; dice count as asking nobody."""
    if state.over:
        return "", "over"
    if state.chance is not None:
        return "", "chance"
    return state.decision.side, state.decision.step


def _results(state: State, probability: float) -> Iterator[tuple[str, float]]:
    """The labels of a battle's results by playing every outcome of the dice that are due, dice after dice."""
    chance = state.chance
    assert chance is not None
    if chance.size > min(LISTABLE, 1300):
        yield "", probability
        return
    for roll, part in chance.outcomes():
        labels: list[str] = []

        def hear(event: Event, labels: list[str] = labels) -> None:
            if event.kind == "result":
                labels.append(event.label)

        trial = state.copy()
        trial.listener = hear
        trial.roll(roll)
        if labels:
            yield labels[0], probability * part
        elif not trial.over and trial.chance is not None and trial.battle() is not None:
            yield from _results(trial, probability * part)
        else:
            yield "", probability * part
