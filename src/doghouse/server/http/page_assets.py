"""The page's modules to preload, and a version that changes with any of its files or texts."""

from __future__ import annotations

import hashlib
import json
import re
import time
from functools import cache, lru_cache
from pathlib import Path
from urllib.parse import urljoin

import msgspec

from doghouse.i18n import LANGUAGES
from doghouse.i18n.web_texts import web_texts

WEB = Path(__file__).parents[2] / "web"
ENTRY = "/web/main.js"
IMPORTED = re.compile(r'\b(?:from|import)\s*"([^"]+)"')
TYPE_IMPORT = re.compile(r"@import .*")  # in comments; only the type checker reads them
IMPORT_MAP = re.compile(r'<script type="importmap">(.*?)</script>', re.DOTALL)
RESCAN_SECONDS = 1.0  # so that a developer sees every change


@cache
def texts_of(language: str) -> bytes:
    """Return the texts of the page as JSON."""
    return msgspec.json.encode(web_texts(language))


def page_version() -> str:
    return _version_at(int(time.monotonic() / RESCAN_SECONDS))


def render_index() -> str:
    return _render_index(page_version())


@lru_cache(maxsize=1)
def _render_index(version: str) -> str:
    """Return index.html with its version and preload links for all modules, so that browsers fetch them in parallel."""
    index = (WEB / "index.html").read_text()
    links = "".join(f'<link rel="modulepreload" href="{module}">\n' for module in modules(index))
    head = f'<meta name="doghouse-version" content="{version}">\n{links}'
    return index.replace('<script type="module"', f'{head}<script type="module"', 1)


def modules(index: str) -> list[str]:
    """Return the URLs of all modules that the page imports, from the entry point on."""
    match = IMPORT_MAP.search(index)
    import_map: dict[str, str] = json.loads(match[1])["imports"] if match else {}
    urls = [ENTRY]
    for url in urls:
        source = TYPE_IMPORT.sub("", (WEB / url.removeprefix("/web/")).read_text())
        imports = [import_map.get(name) or urljoin(url, name) for name in IMPORTED.findall(source)]
        urls += [imported for imported in dict.fromkeys(imports) if imported not in urls]
    return urls


@lru_cache(maxsize=1)
def _version_at(_moment: int) -> str:
    digest = hashlib.sha256()
    for path in sorted(path for path in WEB.rglob("*") if path.is_file()):
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    for language in LANGUAGES:
        digest.update(hashlib.sha256(texts_of(language)).digest())
    return digest.hexdigest()[:16]
