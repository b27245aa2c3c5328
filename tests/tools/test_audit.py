"""An audit that could not ask is never taken for one that found nothing."""

from __future__ import annotations

from typing import Any

import pytest

from tools.audit import SAFE, UNREACHED, node_verdict, python_verdict

CLEAN = {"name": "jinja2", "version": "3.1.6", "vulns": []}
WEAK = {"name": "jinja2", "version": "2.10", "vulns": [{"id": "CVE-2019-10906"}]}
SKIPPED = {"name": "resvg-py", "skip_reason": "Dependency not found and could not be audited"}


@pytest.mark.parametrize("report", [None, {}, {"dependencies": []}, {"dependencies": [SKIPPED, SKIPPED]}])
def test_a_source_that_knows_no_package_is_not_an_audit(report: Any):
    assert python_verdict(report) == UNREACHED


def test_every_package_must_have_been_audited():
    assert python_verdict({"dependencies": [CLEAN]}) == SAFE
    assert python_verdict({"dependencies": [CLEAN, SKIPPED]}) == (False, "not audited: resvg-py.")
    assert python_verdict({"dependencies": [CLEAN, WEAK, SKIPPED]}) == (False, "weaknesses are known of jinja2 2.10.")


def test_what_npm_prints_when_it_cannot_ask_is_not_a_report():
    assert node_verdict(None) == UNREACHED
    assert node_verdict({"message": "request failed", "error": {"code": "ENOAUDIT"}}) == UNREACHED
    assert node_verdict({"auditReportVersion": 2, "vulnerabilities": {}}) == SAFE
    weak = {"auditReportVersion": 2, "vulnerabilities": {"vite": {}}}
    assert node_verdict(weak) == (False, "weaknesses are known of vite.")
