"""The page: what live updates cost a search, its size, its load, and twenty games that think at once."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Collection, Iterator
from typing import Any

from yomi.bench.figure import Figure
from yomi.frontend.web.app import PAGE
from yomi.frontend.web.news import PARTS, Topic
from yomi.frontend.web.thoughts import EVERY, Reporter
from yomi.games.catalog import start
from yomi.players.player import Player
from yomi.players.spec import parse
from yomi.players.warm import warm

SPEC = "yomi threads={}"
SECONDS = 4.0  # of a search
ROUNDS = 5
SESSIONS = 20
MEMORY = 1000.0  # megabytes that trees of the server may take


def measure(say: Callable[[str], None]) -> Iterator[Figure]:
    """All figures of the page."""
    yield from live(say)
    yield Figure("web-javascript", javascript(), "KB gzip", None, "250 at the most")
    yield from crowded(say)


def live(say: Callable[[str], None]) -> Iterator[Figure]:
    """Updates a second, and the speed of a search with them as a ratio to one without, in turns."""
    position = start("go9")
    spec = parse(SPEC.format(os.cpu_count() or 1))
    say("compiling")
    warm(position, spec)
    rates: dict[bool, list[float]] = {False: [], True: []}
    told: list[float] = []
    for k in range(ROUNDS):
        for watched in (True, False):
            say(f"round {k + 1} of {ROUNDS}, {'with' if watched else 'without'} updates")
            rate, updates = searched(position, spec, watched)
            rates[watched].append(rate)
            told += [updates] if watched else []
    ratios = sorted(a / b for a, b in zip(rates[True], rates[False], strict=True))
    yield Figure("web-updates", sum(told) / len(told), "updates/s", None, "10 while searching at full speed")
    speed = sorted(rates[True])[ROUNDS // 2]
    yield Figure("web-live", speed, "simulations/s with them", ratios[ROUNDS // 2], "ratio 0.95 to without")


def searched(position: Any, spec: Any, watched: bool) -> tuple[float, float]:
    """Simulations and updates a second of a search from an empty tree."""
    player, page = Player(spec), Page()
    reporter = Reporter(page, Topic(0, str(spec), spec.on(position.game).search, PARTS))
    options: dict[str, Any] = {"report": reporter.report, "every": EVERY} if watched else {}
    found = player.search(position, seconds=SECONDS, **options)
    return found.simulations / found.seconds, page.told / found.seconds


class Page:
    """A page that wants to see everything."""

    def __init__(self) -> None:
        self.parts: Collection[str] = PARTS
        self.told = 0

    def say(self, message: dict[str, Any]) -> None:
        json.dumps(message)
        self.told += 1


def javascript() -> float:
    """Kilobytes of JavaScript that the page sends, packed."""
    scripts = sorted((PAGE / "assets").glob("*.js"))
    return sum(len(gzip.compress(script.read_bytes())) for script in scripts) / 1000


def crowded(say: Callable[[str], None]) -> Iterator[Figure]:
    """Many games that think at once: all get their moves; the slowest, the fastest, and what the server holds."""
    from yomi.frontend.web.serve import free_port

    with tempfile.TemporaryDirectory() as folder:
        port = free_port("127.0.0.1", 18590)
        words = ["--no-browser", f"--port={port}", f"--games={folder}/games.sqlite", f"--memory={MEMORY}"]
        server = subprocess.Popen([sys.executable, "-m", "yomi", "play", *words], stdout=subprocess.DEVNULL)
        try:
            wait_for(f"http://127.0.0.1:{port}/")
            say(f"{SESSIONS} games at once")
            waits = asyncio.run(crowd(port))
            memory = resident(server.pid)
            load = page_load(port)
        finally:
            server.terminate()
            server.wait()
    yield Figure("web-sessions", len(waits), "games got their move", None, f"{SESSIONS} that think at once")
    yield Figure("web-slowest", max(waits), "s to a move of 1 s", None, f"the fastest {min(waits):.1f} s")
    if memory is not None:
        yield Figure("web-memory", memory, "MB held by the server", None, f"trees may take {MEMORY:.0f}")
    if load is not None:
        yield Figure("web-load", load, "s to a playable board, warm", None, "1 at the most")


def wait_for(address: str) -> None:
    """Wait until the server at an address, which ends in /, answers."""
    for _ in range(600):
        try:
            urllib.request.urlopen(f"{address}api/catalog", timeout=5).read()
            return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError("the server does not answer")


async def crowd(port: int) -> list[float]:
    """Seconds until each of many games, begun at once, has its engine's first move."""
    import websockets

    engine = {"kind": "engine", "spec": "yomi seconds=1", "level": ""}
    setup = {"game": "go9", "players": [engine, {"kind": "person"}]}

    async def one(ready: asyncio.Event) -> float:
        async with websockets.connect(f"ws://127.0.0.1:{port}/ws", max_size=None) as socket:
            await ready.wait()
            began = time.monotonic()
            await socket.send(json.dumps({"id": 1, "do": "new", "setup": setup}))
            while True:
                said = json.loads(await socket.recv())
                if said["type"] == "state" and said["moves"]:
                    return time.monotonic() - began

    first = asyncio.Event()
    first.set()
    await one(first)  # compiles
    ready = asyncio.Event()
    tasks = [asyncio.create_task(one(ready)) for _ in range(SESSIONS)]
    await asyncio.sleep(1)
    ready.set()
    return [wait for wait in await asyncio.gather(*tasks, return_exceptions=True) if isinstance(wait, float)]


def resident(pid: int) -> float | None:
    """Megabytes that a process holds, where the system says so."""
    try:
        lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return None
    return next(int(line.split()[1]) / 1000 for line in lines if line.startswith("VmRSS"))


def page_load(port: int) -> float | None:
    """Seconds from the address to a board that can be clicked, the second time; None without a browser."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    browser_path = next((p for p in ("/usr/bin/chromium", "/usr/bin/chromium-browser") if os.path.exists(p)), None)
    if browser_path is None:
        return None
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        page = browser.new_page()
        waits = []
        for _ in range(4):
            began = time.monotonic()
            page.goto(f"http://127.0.0.1:{port}/", wait_until="commit")
            page.wait_for_selector(".shudan-vertex")
            waits.append(time.monotonic() - began)
            page.goto("about:blank")
        browser.close()
    return sorted(waits[1:])[1]
