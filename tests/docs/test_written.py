"""Every command and every block of Python and TOML in README and docs does what it says there."""

from __future__ import annotations

import ast
import doctest
import importlib.util
import io
import re
import shlex
import tomllib
from pathlib import Path

import pytest

from ardennes.cli import _parser, main
from tests.docs.exceptions import MANY, NOT_RUN, NOT_RUN_BLOCKS, SHORTENED
from tests.docs.written import ROOT, Block, Command, blocks, commands, pages

COMMANDS = list({command.text: command for page in pages() for command in commands(page)}.values())
BLOCKS = [block for page in pages() for block in blocks(page)]
NAMES = {"GAME": "bulge", "your-game": "bulge", "FOLDER": "folder"}
"""What a reader puts in the place of a word."""

PARTS = ("ardennes arena --cluster", "ardennes train GAME --games N")  # not whole: a word is left to the reader
MORE = ("check", "fuzz", "arena", "simulate", "train", "tune", "rules", "map", "play")  # they need more than a name
PYTHON = ("python", "pycon")
JOURNALS = ("JOURNAL", "game.journal")


def exception(command: Command) -> str | None:
    """The entry by which a command is not run."""
    return next((entry for entry in NOT_RUN if command.text.startswith(entry)), None)


def mentioned(words: list[str]) -> bool:
    """Whether only the name of a command is given, which needs more to be run."""
    return len(words) == 2 and words[1] in MORE


def shortened(command: Command) -> list[str]:
    """The words of a command; of one that plays many games, those with which it plays a single quick one."""
    words = shlex.split(SHORTENED.get(command.text, command.text))
    if words[1] in ("arena", "simulate") and not mentioned(words):
        kept = [word for word in words if word != "--all-scenarios"]
        for option, value in MANY.items():
            if option in kept:
                kept[kept.index(option) + 1] = value
            elif (words[1], option) not in (("arena", "--games"), ("simulate", "--pairs")):
                kept += [option, value]
        return kept
    return words


def filled(words: list[str]) -> list[str]:
    """The words with something in the place of those that stand for what a reader chooses."""
    journal = str(next((ROOT / "tests" / "golden").rglob("*.journal")))
    return [journal if word in JOURNALS else NAMES.get(word, word) for word in words]


RUN = {command: filled(shortened(command)) for command in COMMANDS if exception(command) is None}
ONCE = list({" ".join(words): command for command, words in RUN.items()}.values())


@pytest.mark.parametrize("command", ONCE, ids=str)
def test_a_command_does_what_it_says(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    program, *words = RUN[command]
    assert program == "ardennes", f"name {command} in tests/docs/exceptions.py, with the reason why it is not run"
    monkeypatch.chdir(ROOT if "--coverage" in words else tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    if mentioned([program, *words]):
        with pytest.raises(SystemExit, match="0"):
            main([*words, "--help"])
        return
    assert main(words) == 0, capsys.readouterr()


@pytest.mark.parametrize("command", [one for one in COMMANDS if one not in RUN], ids=str)
def test_a_command_that_is_not_run_could_be(command: Command):
    """Options that are gone, targets, modules and files that are not there are seen all the same."""
    words = shlex.split(re.sub(r"^(?:[A-Z_]+=\S+ )+", "", command.text), comments=True)
    match [words[0].rpartition("/")[2], *words[1:]]:
        case ["ardennes", *rest] if exception(command) not in PARTS:
            _parser().parse_args(rest)
        case ["make", *targets]:
            known = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
            assert {target for target in targets if "=" not in target} <= known
        case ["python", "-m", module, *_]:
            assert importlib.util.find_spec(module) is not None
        case ["pytest", *rest]:
            assert all((ROOT / one).exists() for one in rest if one.startswith(("tests/", "src/")))


def test_every_exception_is_needed():
    texts = [command.text for command in COMMANDS]
    used = {exception(command) for command in COMMANDS}
    assert [entry for entry in NOT_RUN if entry not in used] == []
    assert [entry for entry in SHORTENED if entry not in texts] == []
    assert {block.page for block in BLOCKS if block.language in PYTHON} >= NOT_RUN_BLOCKS.keys()


def test_a_command_is_found_wherever_it_stands():
    text = "Run `ardennes games`.\n\n    make play     # plays\n\n```sh\nX=1 ardennes serve\nwords\n```\n`ardennes`\n"
    assert [(one.line, one.text) for one in commands("page.md", text)] == [
        (6, "X=1 ardennes serve"),
        (1, "ardennes games"),
        (3, "make play"),
    ]


@pytest.mark.parametrize("page", sorted({block.page for block in BLOCKS if block.language in PYTHON}))
def test_the_python_of_a_page_runs_from_top_to_bottom(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "page"}
    if "out/arena-bulge/" in "".join(block.text for block in BLOCKS if block.page == page):
        assert main(shlex.split("arena bulge --players random,random --pairs 1 --jobs 1")) == 0
    for block in BLOCKS:
        if block.page == page and block.language in PYTHON:
            if page in NOT_RUN_BLOCKS:
                carry_out_imports(block)
            elif ">>>" in block.text:
                run_examples(block, names)
            else:
                exec(compile(block.text, str(block), "exec"), names)


def carry_out_imports(block: Block) -> None:
    tree = ast.parse(block.text, str(block))
    if not block.title:
        tree.body = [part for part in tree.body if isinstance(part, ast.Import | ast.ImportFrom)]
        exec(compile(tree, str(block), "exec"), {})


def run_examples(block: Block, names: dict[str, object]) -> None:
    """Run a block as a doctest; what it names is known to those that follow."""
    test = doctest.DocTestParser().get_doctest(block.text, names, str(block), block.page, block.line)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    said: list[str] = []
    runner.run(test, out=said.append, clear_globs=False)
    names.update(test.globs)
    assert runner.failures == 0, "".join(said)


@pytest.mark.parametrize("block", [block for block in BLOCKS if block.language == "toml"], ids=str)
def test_what_is_shown_as_toml_is_toml(block: Block):
    tomllib.loads(block.text)
