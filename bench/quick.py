"""`make quick`: the tests that a change touches, for the inner loop.

A changed module brings the tests of its package, a changed rule those of its game, a changed test itself. What drives
a browser or a database is left to `make test`.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
ALWAYS = "tests/test_repository.py"
SLOW = ("tests/browser", "tests/wheel", "tests/proving")
SERVED = ("tests/server/test_bounds.py", "tests/server/test_imports.py")  # of the server, where it changed


def changed() -> list[str]:
    """The files that differ from the main branch, committed or not, and those that git does not know yet."""
    base = _git("merge-base", "HEAD", "main") or ["HEAD"]
    return sorted({*_git("diff", "--name-only", base[0]), *_git("ls-files", "--others", "--exclude-standard")})


def _git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.split() if done.returncode == 0 else []


def touched(paths: Iterable[str], root: Path = ROOT) -> list[str]:
    """The tests that concern some changed files, each once, the repository's own always first."""
    found = [ALWAYS]
    for path in paths:
        tests = _tests_of(PurePosixPath(path))
        found.extend(test for test in tests if (root / test).exists() and not test.startswith(SLOW))
    whole = set(found)
    kept = dict.fromkeys(test for test in found if not any(str(up) in whole for up in PurePosixPath(test).parents))
    return list(kept)


def _tests_of(path: PurePosixPath) -> tuple[str, ...]:
    parts = path.parts
    if parts[0] == "tests":
        return (str(path),) if path.name.startswith("test_") and path.suffix == ".py" else ()
    if parts[:2] != ("src", "ardennes") or len(parts) < 4:
        return ()
    if parts[2] == "games" and len(parts) > 4:
        return (f"tests/games/{parts[3]}",)
    return SERVED if parts[2] == "server" else (f"tests/{parts[2]}",)


def main() -> int:
    """Run them; the number that pytest gives is handed on."""
    tests = touched(changed())
    print("Tests:", *tests)
    words = ["-m", "pytest", "--numprocesses", "auto", "--dist", "worksteal", "--maxfail", "3", *tests]
    return subprocess.run([sys.executable, *words], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
