"""What the page is made of: the modules it begins with, and a version that changes with any of its files or texts."""

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
FIRST = "/web/main.js"
IMPORTED = re.compile(r'\b(?:from|import)\s*"([^"]+)"')
TYPE_IMPORT = re.compile(r"@import .*")  # in comments; only the type checker reads them
IMPORT_MAP = re.compile(r'<script type="importmap">(.*?)</script>', re.DOTALL)
LOOK_AGAIN = 1.0  # seconds after which the files are looked at again: whoever works on the page sees every change


@cache
def texts_of(language: str) -> bytes:
    """The texts of the page, as they are sent."""
    return msgspec.json.encode(web_texts(language))


def page_version() -> str:
    return _version_at(int(time.monotonic() / LOOK_AGAIN))


def render_index() -> str:
    return _opened(page_version())


@lru_cache(maxsize=1)
def _opened(version: str) -> str:
    """index.html with its version, and with all modules named at its head: they are fetched at once, not one after
    the other as each turns out to need the next."""
    index = (WEB / "index.html").read_text()
    links = "".join(f'<link rel="modulepreload" href="{module}">\n' for module in modules(index))
    head = f'<meta name="doghouse-version" content="{version}">\n{links}'
    return index.replace('<script type="module"', f'{head}<script type="module"', 1)


def modules(index: str) -> list[str]:
    """The addresses of all modules that the page needs, from the first one on."""
    found = IMPORT_MAP.search(index)
    named: dict[str, str] = json.loads(found[1])["imports"] if found else {}
    needed = [FIRST]
    for address in needed:
        source = TYPE_IMPORT.sub("", (WEB / address.removeprefix("/web/")).read_text())
        imports = [named.get(name) or urljoin(address, name) for name in IMPORTED.findall(source)]
        needed += [one for one in dict.fromkeys(imports) if one not in needed]
    return needed


@lru_cache(maxsize=1)
def _version_at(_moment: int) -> str:
    files = sorted(path for path in WEB.rglob("*") if path.is_file())
    return _version(tuple((str(path), path.stat().st_mtime_ns) for path in files))


@lru_cache(maxsize=1)
def _version(files: tuple[tuple[str, int], ...]) -> str:
    digest = hashlib.sha256()
    for path, _changed in files:
        digest.update(hashlib.sha256(Path(path).read_bytes()).digest())
    for language in LANGUAGES:
        digest.update(hashlib.sha256(texts_of(language)).digest())
    return digest.hexdigest()[:16]
