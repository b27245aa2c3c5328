"""Looks through a built site for links that lead nowhere: pages, anchors, pictures, files."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """What one page of HTML links to, and the anchors that it has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.targets: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the anchors and the targets of a tag."""
        for name, value in attrs:
            if name in ("id", "name") and value:
                self.anchors.add(value)
            elif (name == "href" and tag in ("a", "link")) or name == "src":
                self.targets.append(value or "")


def broken(site: Path) -> list[str]:
    """Every link to a file or anchor of the site that is not there, as a sentence."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    return [
        f"{path.relative_to(site)}: {target} leads nowhere"
        for path, page in pages.items()
        if path.name != "404.html"  # its links count from the root of a host
        for target in page.targets
        if not _leads(path, target, pages)
    ]


def _leads(path: Path, target: str, pages: dict[Path, Page]) -> bool:
    parts = urlsplit(target)
    if parts.scheme or parts.netloc:
        return True
    there = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if there.is_dir():
        there /= "index.html"
    if not there.is_file():
        return False
    return not parts.fragment or there not in pages or unquote(parts.fragment) in pages[there].anchors
