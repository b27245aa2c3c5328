"""Every template that a person can read: `make strings`, or `python -m bench.strings [FOLDER …]`.

A line for each: the file, the line, the template with its gaps as {…}. Taken from Python are the constants and
f-strings that hold two words, or one word that begins with a capital; not docstrings (but for those that are
a command's description), lists of exports, comments of
fields, keys, subscripts, comparisons, patterns, rule ids, code in any language, and not what a server writes into its
own log. Taken from the games' data are the fields in `TEXTS`, and from the client what
`web/scripts/strings.mjs` finds in its catalogue, `web/src/texts`.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "ardennes"
UNREAD = re.compile(
    r"engine/(?:conformance|fields|fuzz|screen/(?:check|references))\.py|.*/invariants\.py|server/(?:migrations|shapes)/.*"
    r"|server/cover\.py|geo/sheet\.py|draw/(?:counters|metrics|signs)\.py"
)
DATA = ("games/*/data/*.toml", "engine/data/*.toml", "ai/puzzles/data/*.toml", "draw/data/theme.toml")
TEXTS = frozenset({
    "text", "title", "label", "goal", "note", "prompt", "term", "reason", "without_effect", "group", "over", "missing",
    "move", "fight", "words", "balance", "credits", "levels", "asked", "solution",
})  # fmt: skip
BY_NAME = frozenset({"without_effect", "legend"})  # texts by name: of a scenario, of a kind of ground
GAP = "{…}"

LOGGING = frozenset({"debug", "info", "warning", "error", "exception", "critical"})
TECHNICAL = frozenset({"compile", "fullmatch", "match", "findall", "text", "execute", "getLogger", "TypeVar"})
FIELDS = frozenset({"value", "column", "mapping"})
WORD = re.compile(r"[^\W\d_]{2,}")
TAG = re.compile(r"<!?/?[a-z][^<>]*>")  # of a report's page
CODE = re.compile(
    r"^[A-Z]{2}-[\w.{}…-]+$|[<>]\w|\w=[\"{]|\w = \{|%\(|'(?:self|none)'|max-age|charset|^[a-z-]+:.*;$|\(\\d|\(\.[*+]"
    r"|^Expected `|^when [\w =<>]+: \w+(?: \w+)?$|\b(?:rotate|scale|translate)\("
    r"|^[\w./-]*[/_][\w./{}…-]*$|\bfont-variant|\b(?:SELECT|INSERT|PRAGMA|REPEATABLE)\b"
)


class Template(NamedTuple):
    """A text with gaps, and where it stands."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {' '.join(self.text.split())}"


def is_text(text: str) -> bool:
    """Whether a template is for a reader: two words, or one that begins as a sentence does."""
    text = TAG.sub(" ", text)
    words = WORD.findall(text.replace(GAP, " "))
    if not words or CODE.search(text):
        return False
    return " " in text.strip() or (text[:1].isupper() and not text.isupper())


class Reader(ast.NodeVisitor):
    """Gathers the templates of a module."""

    def __init__(self) -> None:
        self.found: list[tuple[int, str]] = []
        self.words: set[str] = set()  # that stand alone, to be put into gaps

    def template(self, node: ast.expr) -> str:
        """An expression as a template; what is no constant is a gap, after the texts in it have been gathered."""
        match node:
            case ast.Constant(value=str(text)):
                return text
            case ast.JoinedStr(values=values):
                return "".join(map(self.template, values))
            case ast.BinOp(op=ast.Add(), left=left, right=right):
                return self.template(left) + self.template(right)
        self.generic_visit(node)
        return GAP

    def take(self, node: ast.expr) -> None:
        """Gather a template, if it is for a reader."""
        text = re.sub(rf"(?:{GAP})+", GAP, self.template(node))
        if is_text(text):
            self.found.append((node.lineno, text))
        elif " " not in text:
            self.words.update(WORD.findall(text))

    def visit_Constant(self, node: ast.Constant) -> None:
        """A text that stands alone."""
        if isinstance(node.value, str):
            self.take(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """A text with gaps."""
        self.take(node)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> None:
        """A gap: its own expression is read, its format is not."""
        self.visit(node.value)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Texts that are added up are one."""
        if isinstance(node.op, ast.Add) and any(isinstance(n, ast.JoinedStr | ast.Constant) for n in ast.walk(node)):
            self.take(node)
        else:
            self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        """A value; a list of exports is none."""
        if ast.unparse(node.targets[0]) != "__all__":
            self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        """A statement; a docstring is none for a player."""
        if not isinstance(node.value, ast.Constant):
            self.generic_visit(node)

    def visit_Dict(self, node: ast.Dict) -> None:
        """A dictionary is read without its keys."""
        for value in node.values:
            self.visit(value)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """What is looked up is read, the key is not."""
        self.visit(node.value)

    def visit_Compare(self, node: ast.Compare) -> None:
        """What is compared is no text."""

    def visit_Call(self, node: ast.Call) -> None:
        """A call; what is logged, or is a pattern or a statement of SQL, is not read."""
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name not in LOGGING | TECHNICAL:
            self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """A declaration: its value only, and that not where it comments a field of a position."""
        called = node.value.func if isinstance(node.value, ast.Call) else None
        if node.value is not None and not (isinstance(called, ast.Name) and called.id in FIELDS):
            self.visit(node.value)

    def visit_arg(self, node: ast.arg) -> None:
        """A parameter: nothing to read."""

    def visit_match_case(self, node: ast.match_case) -> None:
        """A case: what follows from it only."""
        for statement in node.body:
            self.visit(statement)


def modules() -> Iterator[tuple[str, Reader]]:
    """The modules whose texts reach a person, read."""
    for path in sorted(SOURCE.rglob("*.py")):
        if not UNREAD.fullmatch(path.relative_to(SOURCE).as_posix()):
            reader, source = Reader(), path.read_text(encoding="utf-8")
            reader.visit(module := ast.parse(source))
            if "=__doc__" in source:
                reader.found.insert(0, (1, ast.get_docstring(module) or ""))
            yield str(path.relative_to(ROOT)), reader


def of_python() -> Iterator[Template]:
    """The templates of the modules."""
    return (Template(file, *each) for file, reader in modules() for each in reader.found)


def of_data() -> Iterator[Template]:
    """The texts of the games' data."""
    for path in sorted(path for pattern in DATA for path in SOURCE.glob(pattern)):
        source = path.read_text(encoding="utf-8")
        lines = source.splitlines()
        for text in dict.fromkeys(texts(tomllib.loads(source))):
            line = next((n for n, each in enumerate(lines, 1) if text.split("\n")[0] in each), 1)
            yield Template(str(path.relative_to(ROOT)), line, text)


def texts(part: Any, field: str = "") -> Iterator[str]:
    """The texts in a table of data."""
    match part:
        case dict():
            for name, value in part.items():
                yield from texts(value, field if field in BY_NAME else name)
        case list():
            for value in part:
                yield from texts(value, field)
        case str() if field in TEXTS and WORD.search(part):
            yield part


def of_client() -> list[str]:
    """The texts of the client's catalogue, as lines."""
    node = shutil.which("node") or str(Path(sys.executable).with_name("node"))
    done = subprocess.run([node, "web/scripts/strings.mjs"], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def main() -> None:
    """Print the list, or that of some folders: `python -m bench.strings src/ardennes/server`."""
    lines = [*map(str, of_python()), *map(str, of_data()), *of_client()]
    chosen = tuple(sys.argv[1:])
    print("\n".join(line for line in lines if not chosen or line.startswith(chosen)))


if __name__ == "__main__":
    main()
