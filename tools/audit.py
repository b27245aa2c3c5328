"""Known weaknesses in the packages that are used: `make audit`.

pip-audit asks for what constraints.txt pins, npm for what package-lock.json does. A source that cannot be reached is
named: it is no answer, and the command fails, so that silence is never taken for safety.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PYTHON = [
    *(sys.executable, "-m", "pip_audit", "--requirement", "constraints.txt", "--format", "json"),
    *("--no-deps", "--disable-pip", "--progress-spinner", "off"),
]
NODE = ["npm", "audit", "--json"]


def main() -> int:
    """Ask both; 0 only where both answered for every package and know of nothing."""
    verdicts = [
        ("Python packages", python_verdict(_ask(PYTHON, ROOT))),
        ("Node packages", node_verdict(_ask(NODE, ROOT / "web"))),
    ]
    for what, verdict in verdicts:
        print(f"{what}: {verdict.sentence}")
    return 0 if all(verdict.safe for _, verdict in verdicts) else 1


def _ask(command: Sequence[str], folder: Path) -> Any:
    """The JSON that a command prints; None where it prints none."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return None


class Verdict(NamedTuple):
    """What an audit says."""

    safe: bool
    sentence: str


UNREACHED = Verdict(False, "not audited, the list of weaknesses cannot be reached from here.")
SAFE = Verdict(True, "no known weakness.")


def python_verdict(report: Any) -> Verdict:
    """What pip-audit found. A package that it skipped, because its source knew nothing of it, was not audited."""
    if not isinstance(report, dict) or not report.get("dependencies"):
        return UNREACHED
    skipped = [one["name"] for one in report["dependencies"] if "skip_reason" in one]
    if len(skipped) == len(report["dependencies"]):
        return UNREACHED
    if weak := [f"{one['name']} {one['version']}" for one in report["dependencies"] if one.get("vulns")]:
        return Verdict(False, f"weaknesses are known of {', '.join(weak)}.")
    return Verdict(False, f"not audited: {', '.join(skipped)}.") if skipped else SAFE


def node_verdict(report: Any) -> Verdict:
    """What npm found. It prints an error in place of a report where it cannot ask."""
    if not isinstance(report, dict) or "auditReportVersion" not in report:
        return UNREACHED
    if weak := sorted(report.get("vulnerabilities", ())):
        return Verdict(False, f"weaknesses are known of {', '.join(weak)}.")
    return SAFE


if __name__ == "__main__":
    sys.exit(main())
