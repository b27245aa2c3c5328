"""Where a game's rules can be broken: every small change that its files and tables allow."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

SWAPPED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==", ast.Is: "is not",
    ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
}  # fmt: skip
SIDES = ("side", "victor", "phasing", "enemy", "foe")
EXPLAINING = re.compile(r"why_not|_of_|^of_|refus|reason|because|describe|log|tell|said|prompt|phrase|words")
NO_RULES = re.compile(r"screen.*|positions|names|queries|invariants|__init__|words|journeys|game|forces")
RULE_ID = re.compile(r"^[A-Z]{2}-")


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one file."""

    path: str  # below the game's folder
    line: int
    kind: str  # comparison, constant, mask, side, condition, early return, entry, cell
    where: str  # decision, explanation or table
    start: int  # the text from here to `end` becomes `new`
    end: int
    old: str
    new: str

    @property
    def name(self) -> str:
        """Where it is and what it changes, in a line."""
        return f"{self.path}:{self.line} {self.kind}: {_short(self.old)} → {_short(self.new)}"

    def applied(self, text: str) -> str:
        """The file's text with the change. Raises ValueError if the file is another one by now."""
        raw = text.encode()
        if raw[self.start : self.end].decode() != self.old:
            raise ValueError(f"{self.path} does not hold {_short(self.old)} there")
        return (raw[: self.start] + self.new.encode() + raw[self.end :]).decode()


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 60 else f"{flat[:57]}…"


def of_game(folder: Path) -> list[Mutant]:
    """Every change of a game's rule files and of its tables, in a stable order."""
    found: list[Mutant] = []
    for path in sorted(folder.glob("*.py")):
        if not NO_RULES.fullmatch(path.stem):
            found.extend(of_source(path.name, path.read_text(encoding="utf-8")))
    tables = folder / "data" / "tables.toml"
    found.extend(of_table("data/tables.toml", tables.read_text(encoding="utf-8")))
    return found


# ---- source files ----


def of_source(name: str, text: str) -> Iterator[Mutant]:
    """The changes of a Python file. Each keeps it a program that can be imported."""
    finder = _Finder(name, text)
    finder.visit(ast.parse(text))
    yield from finder.found


class _Finder(ast.NodeVisitor):
    """Walks a module and collects its changes."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.raw = text.encode()
        self.lines = [0, *accumulate(map(len, self.raw.splitlines(keepends=True)))]  # where each begins
        self.within = ""
        self.found: list[Mutant] = []

    def _offset(self, line: int, column: int) -> int:
        return self.lines[line - 1] + column

    def _text(self, node: ast.expr | ast.stmt) -> tuple[int, int, str]:
        start = self._offset(node.lineno, node.col_offset)
        end = self._offset(node.end_lineno or node.lineno, node.end_col_offset or 0)
        return start, end, self.raw[start:end].decode()

    def _add(self, node: ast.expr | ast.stmt, kind: str, new: str) -> None:
        start, end, old = self._text(node)
        where = "explanation" if EXPLAINING.search(self.within) or "refusals" in self.name else "decision"
        self.found.append(Mutant(self.name, node.lineno, kind, where, start, end, old, new))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Remember the function; its default values and notes are left alone."""
        before, self.within = self.within, node.name
        for statement in node.body:
            self.visit(statement)
        self.within = before

    def visit_Compare(self, node: ast.Compare) -> None:
        """Another comparison."""
        if len(node.ops) == 1:
            _, _, left = self._text(node.left)
            _, _, right = self._text(node.comparators[0])
            self._add(node, "comparison", f"({left} {SWAPPED[type(node.ops[0])]} {right})")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Another number inside a function."""
        if type(node.value) is int and self.within:
            self._add(node, "constant", str(node.value + 1))

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """A mask that is not taken, or taken away; the other side."""
        _, _, left = self._text(node.left)
        if isinstance(node.op, ast.BitAnd | ast.BitOr) and self.within:
            self._add(node, "mask", f"({left})")
        elif isinstance(node.op, ast.Sub) and left == "1":
            _, _, right = self._text(node.right)
            if right.rpartition(".")[2] in SIDES:
                self._add(node, "side", right)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """A condition that is not asked."""
        first, rest = node.values[0], node.values[1:]
        word = " and " if isinstance(node.op, ast.And) else " or "
        self._add(node, "condition", "(" + word.join(self._text(value)[2] for value in rest) + ")")
        if len(rest) == 1:
            self._add(node, "condition", f"({self._text(first)[2]})")
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        """An early return that never happens."""
        leaves = len(node.body) == 1 and isinstance(node.body[0], ast.Return | ast.Continue)
        if leaves and not node.orelse and self.within:
            self._add(node.test, "early return", "False")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """A layer, bar or term that covers nothing."""
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in ("Layer", "Bar") and self.within:
            self._add(node.args[-1], "entry", "0")
        for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
            self.visit(argument)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """A type is no rule."""
        if node.value is not None:
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Words are not looked at."""


# ---- tables ----


def of_table(name: str, text: str) -> Iterator[Mutant]:
    """The changes of a table file: every number and every result of a combat table is another once."""
    at = 0
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        body = re.split(r"\s#", line, maxsplit=1)[0]
        _, equals, values = body.partition("=")
        if equals and not line.lstrip().startswith("#"):
            base = at + len(body.encode()) - len(values.encode())
            cells = re.findall(r'"([^"]*)"', values)
            for found in re.finditer(r'(?<![\w.:"-])-?\d+(?![\w.:"-])|"([^"]*)"', values):
                new = _other(found.group(), cells)
                if new:
                    start = base + len(values[: found.start()].encode())
                    end = base + len(values[: found.end()].encode())
                    yield Mutant(name, number, "cell", "table", start, end, found.group(), new)
        at += len(line.encode())


def _other(cell: str, beside: list[str]) -> str:
    """Another number, or another result of the same row; nothing for words that are no results."""
    if not cell.startswith('"'):
        return str(int(cell) + 1)
    others = [other for other in beside if other != cell.strip('"')]
    return f'"{others[0]}"' if len(beside) > 2 and others else ""
