"""Writes docs/images/page-*.png: the page as people see it, from a server of its own and Debian's Chromium.

Run: python scripts/screenshots.py [name ...]
"""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from yomi.bench.web import wait_for

PROJECT = pathlib.Path(__file__).resolve().parent.parent
IMAGES = PROJECT / "docs" / "images"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
DESKTOP, PHONE = (1280, 900), (390, 844)
THINKING = 6.0  # seconds that an analysis goes on
LARGEST = 300_000  # bytes of a picture
FIRST_NEWS = ".ya-watch tbody tr, .yw-tree-frame svg, .yw-depths-legend li"

GO = """(;GM[1]FF[4]SZ[9]KM[7]PB[Sumire]PW[Haruki]
;B[gf];W[fh];B[dc];W[dd];B[ed];W[ee];B[de];W[cd];B[ef];W[fe];B[ce];W[ff];B[fd];W[ge];B[bd];W[gg];B[hd];W[gd];B[gc]
;W[fc];B[ec];W[fb];B[gb];W[he];B[hc];W[ga];B[eb];W[bf])"""
MIDDLE = 14  # of its moves: where there is most to choose from
YAGURA = (
    "position startpos moves 7g7f 8c8d 7i6h 3c3d 6g6f 7a6b 5g5f 5c5d 3i4h 3a4b 4i5h 4a3b 6i7h 5a4a 5i6i 6a5b 6h7g 4b3c "
    "8h7i 2b3a 3g3f 4c4d 5h6g 7c7d 7i6h 3a6d 6i7i 4a3a 7i8h 3a2b 4h3g 6b5c"
)
MINISHOGI = "position sfen rbsgk/4p/5/P4/KGSBR b - 1 moves 4e4d 4a3b 2e3d 2a2b 1e2e 5a4a 3d4e 3b2a 4d3d 2b3b"


class Shot(NamedTuple):
    """A picture: which record, in which window, and what is done before it is taken."""

    record: str
    act: Callable[[Page], None]
    window: tuple[int, int] = DESKTOP
    at: int = 0  # the move that is looked at; 0: the last one
    language: str = "en"
    theme: str = "light"


def think(page: Page) -> None:
    """Let the analysis go on for a while."""
    page.locator(".ya-controls button").first.click()
    page.wait_for_selector(FIRST_NEWS, timeout=600_000)
    page.mouse.move(0, 0)
    page.wait_for_timeout(THINKING * 1000)


def tab(number: int) -> Callable[[Page], None]:
    """Open a panel, then think."""

    def act(page: Page) -> None:
        page.locator(".ya-watch [role=tab]").nth(number).click()
        think(page)

    return act


def tree(page: Page) -> None:
    """The tree with a card open at one of its nodes."""
    tab(1)(page)
    page.locator(".yw-node").nth(2).dispatch_event("click")
    page.wait_for_selector(".yw-card svg")
    page.wait_for_timeout(600)


def after_review(page: Page) -> None:
    """A game whose graph is known, and candidates."""
    review(page)
    page.locator("#ya-tab-moves").click()
    page.locator(".ya-moves button").nth(MIDDLE - 1).click()
    think(page)


def review(page: Page) -> None:
    """A game with its mistakes."""
    page.locator("#ya-tab-review").click()
    page.locator(".ya-review select").select_option("100")
    page.locator(".ya-review .ya-main").click()
    page.wait_for_selector(".ya-progress:not(.ya-absent)", state="attached")
    page.wait_for_selector(".ya-progress.ya-absent", state="attached", timeout=300_000)
    page.locator(".ya-mistakes button").first.click()
    page.wait_for_timeout(500)


SHOTS = {
    "go": Shot(GO, after_review),
    "tree": Shot(GO, tree, at=MIDDLE),
    "why": Shot(GO, tab(3), at=MIDDLE),
    "review": Shot(GO, review),
    "dark": Shot(GO, tab(2), at=MIDDLE, theme="dark"),
    "phone": Shot(GO, think, window=PHONE, at=MIDDLE),
    "shogi": Shot(YAGURA, think),
    "minishogi": Shot(MINISHOGI, tab(4)),
    "japanese": Shot(YAGURA, think, language="ja"),
}


def take(browser: Browser, address: str, name: str, shot: Shot) -> None:
    """Open the page as a newcomer who has chosen language and colours, load the record, and take the picture."""
    width, height = shot.window
    touch = shot.window == PHONE
    context = browser.new_context(viewport={"width": width, "height": height}, is_mobile=touch, has_touch=touch)
    chosen = json.dumps({"language": shot.language, "theme": shot.theme})
    context.add_init_script(f"localStorage['yomi.preferences'] ||= {chosen!r}; localStorage['yomi.welcomed'] = 'true'")
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(".ya-board", timeout=600_000)
    page.keyboard.press("l")
    page.locator("dialog textarea").fill(shot.record)
    page.locator("dialog button[type=submit]").click()
    page.wait_for_selector("dialog", state="detached", timeout=600_000)
    page.locator(".ya-moves button").nth(shot.at - 1).click()
    page.wait_for_timeout(300)
    shot.act(page)
    picture = IMAGES / f"page-{name}.png"
    page.screenshot(path=picture)
    if page.locator(".ya-controls [aria-pressed=true]").count():
        page.locator(".ya-controls button").first.click()  # the next picture needs the cores
        page.wait_for_timeout(300)
    context.close()
    print(f"{picture.relative_to(PROJECT)} {picture.stat().st_size // 1000} KB", flush=True)
    assert picture.stat().st_size < LARGEST, picture


def serve(folder: str) -> tuple[subprocess.Popen[str], str]:
    """A server, and its address."""
    options = ["--no-browser", "--port", "8490", "--games", f"{folder}/games.sqlite"]
    command = [sys.executable, "-m", "yomi", "play", *options]
    paths = os.environ | {"PYTHONPATH": str(PROJECT)}
    server = subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True, env=paths)
    assert server.stdout is not None
    address = next(word for word in server.stdout.readline().split() if word.startswith("http"))
    wait_for(address)
    return server, address


def main(names: list[str]) -> None:
    """Take the named pictures, or all."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        sys.exit(f"no browser: expected one of {', '.join(BROWSERS)}")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, address = serve(folder)
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        try:
            for name in names or SHOTS:
                take(browser, address, name, SHOTS[name])
        finally:
            browser.close()
            server.terminate()
            server.wait(30)


if __name__ == "__main__":
    main(sys.argv[1:])
