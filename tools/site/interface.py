"""The server's HTTP interface as a page, from the OpenAPI document that it answers with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

Json = dict[str, Any]
REFUSED = range(400, 600)


def page(document: Json) -> str:
    """The page."""
    lines = [
        "# The HTTP interface",
        "Made from the OpenAPI document that every server answers with at `/api/openapi.json`. Requests and answers "
        "are JSON. Every refusal is a [Fault](#fault) with a sentence for the person who sees it.",
        "## Requests",
    ]
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            lines += _operation(method.upper(), path, operation)
    lines += ["## Refusals", _table(("status", "meaning"), _refusals(document)), "## Shapes"]
    for name, schema in sorted(document["components"]["schemas"].items(), key=lambda one: one[0].lower()):
        lines += _shape(name, schema)
    return "\n\n".join(lines) + "\n"


def _operation(method: str, path: str, operation: Json) -> Iterator[str]:
    yield f"### `{method} {path}` {{#{operation['operationId'].replace('_', '-')}}}"
    yield f"{operation['summary']}."
    facts = [f"`{one['name']}` ({one['in']}): {kind(one['schema'])}" for one in operation.get("parameters", ())]
    if body := operation.get("requestBody"):
        facts.append(f"takes {kind(body['content']['application/json']['schema'])}")
    for status, answer in operation["responses"].items():
        if int(status) in REFUSED:
            continue
        for media, content in answer.get("content", {}).items():
            form = kind(content["schema"]) if media == "application/json" else f"`{media}`"
            facts.append(f"answers {status} with {form}")
        if "content" not in answer:
            facts.append(f"answers {status} with nothing: {answer['description'].lower()}")
    yield "\n".join(f"- {fact}" for fact in facts)


def _refusals(document: Json) -> Iterator[tuple[str, str]]:
    found = {
        status: answer["description"]
        for methods in document["paths"].values()
        for operation in methods.values()
        for status, answer in operation["responses"].items()
        if int(status) in REFUSED
    }
    yield from sorted(found.items())


def _shape(name: str, schema: Json) -> Iterator[str]:
    yield f"### {name} {{#{name.lower()}}}"
    if text := schema.get("description"):
        yield _plain(text)
    if fields := schema.get("properties"):
        must = schema.get("required", ())
        rows = (
            (f"`{field}`" + ("" if field in must else " (optional)"), kind(form), _plain(form.get("description", "")))
            for field, form in fields.items()
        )
        yield _table(("field", "form", "remark"), rows)
    else:
        yield kind(schema)


def kind(schema: Json) -> str:
    """What a value may be, in a few words, with links to the shapes."""
    match schema:
        case {"$ref": str(target)}:
            name = target.rpartition("/")[2]
            return f"[{name}](#{name.lower()})"
        case {"anyOf": list(several)} | {"oneOf": list(several)}:
            return " or ".join(kind(one) for one in several)
        case {"enum": list(values)}:
            return ", ".join(f"`{value}`" for value in values)
        case {"const": value}:
            return f"`{value}`"
        case {"type": "array", "items": dict(items)}:
            return f"list of {kind(items)}"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"map to {kind(values)}"
        case {"type": list(several)}:
            return " or ".join(several)
        case {"type": str(word)}:
            return word
    return "any"


def _plain(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
