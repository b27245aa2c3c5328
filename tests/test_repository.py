"""The order of the packages: who imports whom, what the lower ones may not name, what a committed file may not hold.

Every check is a function that takes a tree and returns its offences as sentences. The repository must have none, and
each check is shown a small tree with an offence, so that it is known to see one.
"""

import ast
import json
import re
import subprocess
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "ardennes"

TOP = "ardennes"
"""The package itself: `ardennes.game("…")` finds a game by name, so that nobody has to import one."""

ALLOWED = {
    "hexmap": set[str](),
    "engine": set[str](),
    "counters": {"hexmap", "engine"},
    "games": {"hexmap", "engine", "counters"},
    "playbooks": {"hexmap", "engine", "counters", "games"},
    "geo": {"hexmap"},
    "draw": {"hexmap"},
    "ai": {TOP, "hexmap", "engine", "playbooks"},
    "arena": {TOP, "hexmap", "engine", "draw", "ai"},
    "env": {TOP, "hexmap", "engine", "draw", "ai"},
    "analysis": {TOP, "hexmap", "engine", "arena"},
    "server": {TOP, "hexmap", "engine", "draw", "ai", "arena", "analysis"},
    "cli": {TOP, "hexmap", "engine", "games", "geo", "draw", "ai", "arena", "env", "analysis", "server"},
    TOP: {"engine", "games"},
}
"""The packages that each package may import, beside itself; `TOP` is a module that lies in no package."""

APART = ("games", "playbooks")
"""Rooms with a folder or module for each game, none of which may import another's."""

GAMES = {"bulge": "BU", "ardennes_offensive": "AO", "bitter_woods": "BW", "bastogne": "BA", "axis_allies": "AA"}
"""The games and the prefixes of their rules; more are read from the tree."""

MACHINE_PATH = re.compile(r"(?<![\w.~/)\]}*-])/(?:(?:work|farm|root|tmp)(?![\w.-])|(?:home|Users|opt)/\w)|file://[/]")
REGISTRY = re.compile(r"pypi[.]org|pythonhosted[.]org|registry[.](?:npmjs|yarnpkg|npmmirror)", re.I)
INSTALLER = re.compile(r"--(?:(?:extra-)?index-url|find-links|trusted-host)")


# Who imports whom


def imported(path: Path, root: Path) -> Iterator[tuple[int, str]]:
    """Every module of ours that a file imports, with the line; `import_module("…")` counts too."""
    package = [TOP, *path.relative_to(root).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        match node:
            case ast.Import():
                names = [alias.name for alias in node.names]
            case ast.ImportFrom():
                base = package[: len(package) + 1 - node.level] if node.level else []
                module = ".".join([*base, *([node.module] if node.module else [])])
                names = [f"{module}.{alias.name}" for alias in node.names]
            case ast.Call(
                func=ast.Attribute(attr="import_module") | ast.Name(id="import_module" | "__import__"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                names = [name]
            case _:
                continue
        yield from ((node.lineno, name) for name in names if name.split(".")[0] == TOP)


def package_of(module: str, root: Path) -> str:
    """The package in which a module lies."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and (parts[1] in ALLOWED or (root / parts[1]).is_dir()) else TOP


def wrong_imports(root: Path) -> list[str]:
    """Imports that go up the order, or from one game into another, or a playbook by its game's name."""
    return [
        f"{path.relative_to(root)}:{line}: may not import {module}"
        for path in sorted(root.rglob("*.py"))
        for line, module in imported(path, root)
        if not may_import(path.relative_to(root).parts, module, root)
    ]


def may_import(importer: tuple[str, ...], module: str, root: Path) -> bool:
    """Whether a file (as the parts of its path in the root) may import a module."""
    package = importer[0] if len(importer) > 1 else TOP
    wanted = package_of(module, root)
    if package != wanted and wanted not in ALLOWED.get(package, set()):
        return False
    game = part_of(module.split(".")[1:], root)
    if game is None or package == "cli":
        return True
    return package in APART and part_of(importer, root) == game


def part_of(path: Sequence[str], root: Path) -> str | None:
    """The game that a file or module belongs to in a package that has a part for each, by its path in the root."""
    if len(path) < 2 or path[0] not in APART:
        return None
    name, package = path[1].removesuffix(".py"), root / path[0]
    return name if (package / name).is_dir() or ((package / f"{name}.py").is_file() and name != "__init__") else None


def test_imports_go_down_the_layers_only():
    assert wrong_imports(SOURCE) == []


def test_every_packages_has_its_place_in_the_order():
    packages = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert packages <= ALLOWED.keys(), "name the new package, and what it may import, in ALLOWED"


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("hexmap/grid.py", "import ardennes.engine"),
        ("hexmap/grid.py", "import ardennes"),
        ("hexmap/grid.py", "from ..engine import errors"),
        ("engine/state.py", "from ardennes.hexmap.grid import Grid"),
        ("engine/state.py", "from ardennes import hexmap"),
        ("engine/state.py", "from ardennes.games.bulge import game"),
        ("engine/deep/state.py", "from ...games import bulge"),
        ("engine/state.py", "from ardennes.counters import roster"),
        ("counters/roster.py", "from ardennes.games.bulge import game"),
        ("counters/roster.py", "import ardennes"),
        ("counters/roster.py", "from ardennes.draw import board_svg"),
        ("games/bulge/game.py", "from ardennes.draw import board_svg"),
        ("games/bulge/game.py", "from ardennes.games.bastogne import supply"),
        ("games/bulge/game.py", "from ..bastogne import supply"),
        ("games/bulge/game.py", "import ardennes"),
        ("games/bulge/game.py", "from ardennes.playbooks import playbook"),
        ("games/bulge/game.py", "from ardennes.playbooks.bulge import PLAYBOOK"),
        ("games/bulge/game.py", "from ...playbooks import bulge"),
        ("games/bulge/game.py", "import importlib; importlib.import_module('ardennes.playbooks.bulge')"),
        ("counters/roster.py", "from ardennes.playbooks import playbook"),
        ("engine/game.py", "from ardennes.playbooks import playbook"),
        ("playbooks/bulge.py", "from ardennes.games.bastogne import supply"),
        ("playbooks/bulge.py", "from ardennes.playbooks.bastogne import march"),
        ("playbooks/bastogne/march.py", "from ardennes.games.bulge import game"),
        ("playbooks/bastogne/march.py", "from ..bulge import PLAYBOOK"),
        ("playbooks/bulge.py", "from ardennes.ai import player"),
        ("playbooks/bulge.py", "import ardennes"),
        ("playbooks/__init__.py", "from ardennes.games.bulge import game"),
        ("playbooks/__init__.py", "from . import bulge"),
        ("ai/plan.py", "from ardennes.playbooks.bulge import PLAYBOOK"),
        ("ai/plan.py", "from ardennes.playbooks import bulge"),
        ("server/app.py", "from ardennes.playbooks import playbook"),
        ("geo/compile.py", "from ardennes.engine import errors"),
        ("draw/board.py", "from ardennes.games.bulge import game"),
        ("ai/plan.py", "from ardennes.games.bulge import game"),
        ("ai/plan.py", "from ardennes.counters import bits"),
        ("server/app.py", "from ardennes.counters import bits"),
        ("ai/plan.py", "import importlib; importlib.import_module('ardennes.games.bulge')"),
        ("arena/run.py", "from ardennes.games import bulge"),
        ("env/env.py", "def reset():\n    import ardennes.games.bulge"),
        ("server/app.py", "if True:\n    from ..games.bulge.game import Bulge"),
        ("ai/plan.py", "from ardennes.cli import main"),
        ("kitchen/pot.py", "from ardennes.engine import errors"),
    ],
)
def test_an_import_up_the_layers_is_seen(tmp_path: Path, path: str, line: str):
    assert len(wrong_imports(root(tmp_path, {path: line}))) == 1


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("hexmap/grid.py", "import math\nfrom . import board\nfrom ardennes.hexmap import board"),
        ("games/bulge/game.py", "from ardennes.engine import errors\nfrom ardennes.hexmap.grid import Grid"),
        ("counters/roster.py", "from ardennes.engine import errors\nfrom ardennes.hexmap.grid import Grid"),
        ("games/bulge/game.py", "from ardennes.counters import bits\nfrom ardennes.counters.roster import Roster"),
        ("games/bulge/game.py", "from . import supply\nfrom ardennes.games.bulge.supply import trace"),
        ("ai/plan.py", "import ardennes\nfrom ardennes import game\nfrom ardennes.engine import errors"),
        ("ai/plan.py", "from ardennes.playbooks import Playbook, playbook"),
        ("playbooks/bulge.py", "from ardennes.games.bulge import game\nfrom ardennes.playbooks import Playbook"),
        ("playbooks/bastogne/march.py", "from ardennes.playbooks.bastogne import carry\nfrom . import carry"),
        ("playbooks/bastogne/march.py", "from ardennes.games.bastogne.supply import trace"),
        ("playbooks/bulge.py", "from ardennes.counters import bits\nfrom ardennes.engine import Action"),
        ("cli/__init__.py", "from ardennes.games.bulge import game\nfrom ardennes.server import app"),
        ("__init__.py", "from ardennes.engine import errors\nfrom ardennes.games import find"),
        ("draw/board.py", "from ardennes.hexmap.grid import Grid"),
    ],
)
def test_an_import_down_the_layers_is_let_pass(tmp_path: Path, path: str, line: str):
    assert wrong_imports(root(tmp_path, {path: line})) == []


# What the lower packages may not name


def game_words(root: Path) -> re.Pattern[str]:
    """A pattern that finds the name of a game, however it is joined, and the prefix of its rules before a number."""
    names, prefixes = set(GAMES), set(GAMES.values())
    for folder in (root / "games").glob("*/data"):
        names.add(folder.parent.name)
        if (rules := folder / "rules.toml").is_file():
            prefixes |= set(re.findall(r'^id = "([A-Z]+)-', rules.read_text(encoding="utf-8"), re.M))
    joined = "|".join(name.replace("_", r"(?:[\W_]|and)*") for name in sorted(names))
    return re.compile(rf"(?i:{joined})|\b(?:{'|'.join(sorted(prefixes))})[-_]?\d")


def named_games(root: Path) -> list[str]:
    """Places in the packages below the games, in code, text or data, that name a game or one of its rules."""
    pattern = game_words(root)
    return [
        f"{path.relative_to(root)}:{number}: names {found.group()!r}"
        for package in ("engine", "hexmap", "counters")
        for path in sorted((root / package).rglob("*"))
        for number, line in enumerate(text_of(path).splitlines(), 1)
        if (found := pattern.search(line))
    ]


def test_no_packages_below_the_games_names_one():
    assert named_games(SOURCE) == []


@pytest.mark.parametrize(
    "line",
    [
        "def bulge_supply(): ...",
        "class BitterWoods: ...",
        'KNOWN = ["ardennes-offensive"]',
        '"""As in Axis & Allies."""',
        "# Bastogne needs this",
        'raise Refused("AO-9.2.D", "no")',
        "BW_7_4 = 1",
        'NEW = "ZZ-3.1"',
        "def sixth(): ...",
    ],
)
def test_the_name_of_a_game_in_a_lower_packages_is_seen(tmp_path: Path, line: str):
    files = {"games/sixth/data/rules.toml": '[[case]]\nid = "ZZ-1.1"\n'}
    files |= {"engine/state.py": line, "hexmap/a.json": line, "counters/roster.py": line}
    assert len(named_games(root(tmp_path, files))) == 3


def test_other_words_in_a_lower_packages_are_let_pass(tmp_path: Path):
    text = '"""The ardennes package, UTF-8, allies of an axis, a woods hex."""\nfrom ardennes.engine import errors\n'
    assert named_games(root(tmp_path, {"engine/state.py": text})) == []


def named_verbs(root: Path) -> list[str]:
    """Places outside the games and their playbooks where a verb is compared with a name, or with a list of names."""
    return [
        f"{path.relative_to(root)}:{line}: a game may name its verbs as it likes; ask for the role"
        for path in sorted(root.rglob("*.py"))
        if path.relative_to(root).parts[0] not in APART
        for line in verbs_compared(ast.parse(path.read_text(encoding="utf-8")))
    ]


def verbs_compared(tree: ast.Module) -> Iterator[int]:
    """The lines where a verb is compared with a text or with texts."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = (node.left, *node.comparators)
            verb = any(isinstance(side, ast.Attribute) and side.attr == "verb" for side in sides)
            if verb and any(holds_words(side, tree) for side in sides):
                yield node.lineno


def holds_words(node: ast.expr, tree: ast.Module) -> bool:
    """Whether an expression is a text, some texts, or a constant of the module that is one of these."""
    match node:
        case ast.Constant(value=str()):
            return True
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return any(holds_words(part, tree) for part in parts)
        case ast.Name(id=name):
            assigned = (one for one in tree.body if isinstance(one, ast.Assign))
            return any(name in map(ast.unparse, one.targets) and holds_words(one.value, tree) for one in assigned)
    return False


def test_no_package_but_the_games_knows_a_verb_by_its_name():
    assert named_verbs(SOURCE) == []


@pytest.mark.parametrize(
    "line",
    [
        'over = option.verb == "done"',
        'over = "done" != option.verb',
        'over = option.verb in ("done", "pass")',
        'ENDING = ("done", "pass")\nover = option.verb not in ENDING',
    ],
)
def test_a_verb_that_is_known_by_its_name_is_seen(tmp_path: Path, line: str):
    assert len(named_verbs(root(tmp_path, {"ai/plan.py": line, "server/app.py": line, "games/bulge/a.py": line}))) == 2


def test_a_verb_that_is_asked_for_its_role_is_let_pass(tmp_path: Path):
    text = "over = option.verb in game.ending_verbs or option.verb == other.verb or option.verb in self.ending\n"
    assert named_verbs(root(tmp_path, {"ai/plan.py": text})) == []


# What a committed file may not hold


def committed(root: Path) -> list[Path]:
    """The files that git keeps and that are in the work tree."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z"], capture_output=True, text=True, check=True).stdout
    return [path for name in listed.split("\0") if name and (path := root / name).is_file()]


def foreign_addresses(paths: Iterable[Path]) -> list[str]:
    """Lines that hold a path of one machine, the host of a package registry, or an option of pip that names one."""
    return [
        f"{path}:{number}: holds {found.group().strip()!r}"
        for path in paths
        for number, line in enumerate(text_of(path).splitlines(), 1)
        for pattern in (MACHINE_PATH, REGISTRY, INSTALLER)
        if (found := pattern.search(line))
    ]


def resolved_packages(paths: Iterable[Path]) -> list[str]:
    """Entries of npm's lock files that say from which host a package came."""
    return [
        f"{path}: {name or 'the root'} has `resolved` (set omit-lockfile-registry-resolved=true)"
        for path in paths
        if path.name == "package-lock.json"
        for name, package in json.loads(path.read_text(encoding="utf-8")).get("packages", {}).items()
        if "resolved" in package and not package.get("link")
    ]


def test_no_committed_file_names_a_machine_or_a_registry():
    assert foreign_addresses(committed(ROOT)) == []


def test_no_lock_file_names_a_host():
    assert resolved_packages(committed(ROOT)) == []


@pytest.mark.parametrize(
    "parts",
    [
        ("see /", "work/main"),
        ("cd /", "tmp"),
        ('path = "/', 'root/.cache"'),
        ("file:/", "//wheels"),
        ("(/", "home/somebody/ardennes)"),
        ("https://files.python", "hosted.org/packages"),
        ("https://PyPI", ".org/simple"),
        ("https://registry", ".npmjs", ".org/rich"),
        ("--index", "-url x"),
        ("--find", "-links x"),
    ],
)
def test_an_address_of_one_machine_is_seen(tmp_path: Path, parts: tuple[str, ...]):
    assert len(foreign_addresses([written(tmp_path / "constraints.txt", "".join(parts))])) == 1


def test_other_slashes_are_let_pass(tmp_path: Path):
    text = "and/or 1424/1324 ./tmp src/work/x /usr/bin/env a/root/b /workshop /tmpfs https://example.org/home/page"
    assert foreign_addresses([written(tmp_path / "note.md", text)]) == []


def test_only_files_that_git_keeps_are_read(tmp_path: Path):
    kept, stray = written(tmp_path / "kept.md", ""), written(tmp_path / "stray.md", "")
    subprocess.run(["git", "-C", tmp_path, "init", "-q"], check=True)
    subprocess.run(["git", "-C", tmp_path, "add", kept], check=True)
    assert stray.exists()
    assert committed(tmp_path) == [kept]


def test_a_resolved_package_is_seen(tmp_path: Path):
    packages = {"": {"name": "web"}, "node_modules/a": {"resolved": "there", "integrity": "x"}, "node_modules/b": {}}
    lock = written(tmp_path / "package-lock.json", json.dumps({"packages": packages}))
    assert len(resolved_packages([lock])) == 1


# The lock


def unlocked(project: str, constraints: str) -> list[str]:
    """Requirements of a pyproject.toml that the constraints do not pin, or pin to a version outside their bounds."""
    table = tomllib.loads(project)
    extras = table["project"].get("optional-dependencies", {}).values()
    wanted = [*table["build-system"]["requires"], *table["project"]["dependencies"], *(r for e in extras for r in e)]
    pins = dict(re.findall(r"^([\w.-]+)==([\w.+!]+)", constraints, re.M))
    requirements = [Requirement(line) for line in wanted]
    return [str(r) for r in requirements if r.name not in pins or not r.specifier.contains(pins[r.name])]


def test_the_lock_pins_every_requirement():
    project, constraints = (ROOT / name for name in ("pyproject.toml", "constraints.txt"))
    assert unlocked(project.read_text(encoding="utf-8"), constraints.read_text(encoding="utf-8")) == [], "run make lock"


def test_a_requirement_that_is_not_locked_is_seen():
    project = """
        build-system.requires = ["hatchling"]
        [project]
        dependencies = ["rich>=14"]
        optional-dependencies = { geo = ["numpy"] }
    """
    assert unlocked(project, "hatchling==1.0\nrich==13.0  # via us\n") == ["rich>=14", "numpy"]


def text_of(path: Path) -> str:
    """The text of a file; nothing where it is a folder or not text."""
    try:
        return path.read_text(encoding="utf-8") if path.is_file() else ""
    except UnicodeDecodeError:
        return ""


def written(path: Path, text: str) -> Path:
    """The path, at which the text now lies."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def root(root: Path, files: dict[str, str]) -> Path:
    """A small root with two games, their playbooks and the files that are given."""
    games = ("games/bulge/game.py", "games/bastogne/supply.py", "playbooks/bulge.py", "playbooks/bastogne/carry.py")
    for path in ("engine/errors.py", "hexmap/grid.py", *games):
        written(root / path, "")
    for path, text in files.items():
        written(root / path, text)
    return root
