"""The server of the page: what browsers ask is done or refused, games survive, and strangers stay outside."""

import asyncio
import hashlib
import json
import pathlib
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import ExitStack

import pytest

uvicorn = pytest.importorskip("uvicorn")
from websockets.exceptions import ConnectionClosed, InvalidStatus  # noqa: E402
from websockets.sync.client import connect as open_socket  # noqa: E402

from yomi.errors import BadText  # noqa: E402
from yomi.frontend.web.app import MOST_BROWSERS, Guard, new_app  # noqa: E402
from yomi.frontend.web.clerk import Clerk  # noqa: E402
from yomi.frontend.web.hall import Hall  # noqa: E402
from yomi.frontend.web.serve import free_port  # noqa: E402
from yomi.frontend.web.store import Games  # noqa: E402
from yomi.frontend.web.turns import Sharer, Turns  # noqa: E402
from yomi.games.catalog import start  # noqa: E402
from yomi.players.spec import parse  # noqa: E402

pytestmark = pytest.mark.jit
ENGINE = {"kind": "engine", "spec": "uct simulations=30", "level": "casual"}
PERSON = {"kind": "person"}


WAIT = 60  # seconds for an answer, compiling included


class Browser:
    """A browser without a page."""

    def __init__(self, socket):
        self.socket, self.number = socket, 0

    def ask(self, do: str, **values) -> dict:
        """Ask for something; `done`, `refused` or the answer itself."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "do": do, **values}))
        return self.hear(lambda said: said.get("id") == self.number)

    def hear(self, wanted) -> dict:
        """The first message that is wanted; the state is remembered on the way."""
        while True:
            said = json.loads(self.socket.recv(timeout=WAIT))
            if said["type"] == "state":
                self.state = said
            if wanted(said):
                return said

    def new(self, game: str = "tictactoe", players=(PERSON, PERSON), **values) -> dict:
        answer = self.ask("new", setup={"game": game, "players": list(players), **values})
        assert answer["type"] == "done", answer
        return self.state


class Server:
    """A real server in a thread."""

    def __init__(self, folder: pathlib.Path):
        self.port, self.sockets = free_port("127.0.0.1", 18390), ExitStack()
        app = new_app(folder / "games.sqlite", "127.0.0.1", 2, 64.0)
        config = uvicorn.Config(app, port=self.port, log_level="error", timeout_graceful_shutdown=2)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.02)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.sockets.close()
        self.server.should_exit = True
        self.thread.join(WAIT)

    def browser(self, **headers) -> Browser:
        return Browser(self.sockets.enter_context(open_socket(f"ws://127.0.0.1:{self.port}/ws", **headers)))

    def get(self, path: str, **headers) -> tuple[int, dict, dict]:
        """Status, body and headers of an answer."""
        asked = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=headers)
        try:
            with urllib.request.urlopen(asked, timeout=WAIT) as said:
                return said.status, json.loads(said.read()), dict(said.headers)
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read()), dict(error.headers)


@pytest.fixture
def server(tmp_path):
    with Server(tmp_path) as made:
        yield made


def test_a_person_plays_and_the_engine_answers(server):
    browser = server.browser()
    browser.new(players=(PERSON, ENGINE))
    assert browser.ask("play", move=browser.state["legal"][0], at=0)["type"] == "done"
    state = browser.hear(lambda said: said["type"] == "state" and len(said["moves"]) == 2)
    assert state["turn"] == "person" and [entry["side"] for entry in state["moves"]] == [0, 1]
    assert state["graph"], "what the engine thought is in the graph"


def test_what_cannot_be_done_is_refused_and_changes_nothing(server):
    browser = server.browser()
    assert "new" in browser.ask("undo")["text"], "a game must be there first"
    browser.new()
    before = browser.state
    for do, values in (
        ("play", {"move": "z9", "at": 0}),
        ("play", {"move": "a1", "at": 5}),
        ("undo", {}),
        ("go", {"at": 3}),
        ("dead", {"point": "A1"}),
        ("estimate", {}),
        ("now", {}),
        ("back", {}),
        ("save", {"format": "exe"}),
        ("analyst", {"spec": "nonsense"}),
        ("clock", {"clock": "soon"}),
        ("open", {"game": "unknown"}),
        ("load", {"text": "hello"}),
        ("load", {"base64": "?"}),
        ("new", {"setup": {"game": "chess", "players": [PERSON, PERSON]}}),
        ("new", {"setup": {"game": "go5", "options": {"komi": "many"}, "players": [PERSON, PERSON]}}),
        ("look", {"path": ["nowhere"]}),
        ("dance", {}),
        ("play", {"move": "a1", "at": 0, "more": 1}),
        ("load", {"text": "x" * 1_000_001}),
    ):
        answer = browser.ask(do, **values)
        assert answer["type"] == "refused" and answer["text"], (do, answer)
    for text in ("garbage", "[]", "{}", '{"id": "x"}', '{"id": 1e99, "do": "undo"}', "[" * 100_000):
        browser.socket.send(text)
        assert browser.hear(lambda said: said["type"] == "refused")["text"]
    assert browser.ask("open", game=before["game"])["type"] == "done"
    assert browser.state == before


def test_a_reload_comes_back_to_the_same_game_and_two_browsers_see_one_game(server):
    first, second, stranger = server.browser(), server.browser(), server.browser()
    game = first.new()["game"]
    stranger.new()
    second.ask("open", game=game)
    first.ask("play", move=first.state["legal"][4], at=0)
    seen = second.hear(lambda said: said["type"] == "state" and said["moves"])
    assert seen["moves"] == first.state["moves"]
    assert stranger.state["moves"] == []
    first.socket.close()
    again = server.browser()
    again.ask("open", game=game)
    assert again.state["moves"] == seen["moves"]


def test_games_survive_a_restart_of_the_server(tmp_path):
    with Server(tmp_path) as server:
        browser = server.browser()
        browser.new(players=(PERSON, ENGINE))
        browser.ask("play", move=browser.state["legal"][0], at=0)
        before = browser.hear(lambda said: said["type"] == "state" and len(said["moves"]) == 2)
    with Server(tmp_path) as server:
        browser = server.browser()
        browser.ask("open", game=before["game"])
        assert browser.state["moves"] == before["moves"] and browser.state["graph"] == before["graph"]
        browser.ask("play", move=browser.state["legal"][0], at=2)
        browser.hear(lambda said: said["type"] == "state" and len(said["moves"]) == 4)


def test_an_analysis_is_told_live_with_everything_that_is_watched(server):
    browser = server.browser()
    browser.new()
    browser.ask("analyst", spec="uct threads=1")
    browser.ask("watch", parts=["moves", "terms", "depths", "tree", "owner", "nonsense"][:5])
    browser.ask("analyze", on=True)
    news = browser.hear(lambda said: said["type"] == "search" and "tree" in said)
    assert news["candidates"][0]["visits"] >= news["candidates"][1]["visits"]
    assert [node["parent"] for node in news["tree"][:2]] == [-1, 0]
    places = {node["id"]: k for k, node in enumerate(news["tree"])}
    assert all(places[node["parent"]] < k for k, node in enumerate(news["tree"]) if k), "a parent comes first"
    assert news["depths"][0] == 1 and news["terms"]["columns"][-1]["key"] == "score"
    assert sum(row["share"] for row in news["moves"]) == pytest.approx(1, abs=0.01)
    path = [node["move"] for node in news["tree"][1:2]]
    assert browser.ask("look", path=path)["board"]["kind"] == "plain"
    browser.ask("analyze", on=False)
    assert not browser.state["analyzing"]


def test_a_hint_and_a_review_of_a_whole_game(server):
    browser = server.browser()
    browser.new()
    browser.ask("analyst", spec="uct simulations=200")
    hint = browser.ask("hint")
    if hint["type"] == "done":
        hint = browser.hear(lambda said: said["type"] == "hint")
    assert hint["move"] in browser.state["legal"]
    for at, move in enumerate(("b3", "a1", "a3", "b1", "c2")):
        answer = browser.ask("play", move=move, at=at)
        assert answer["type"] == "done", (answer, browser.state["legal"])
    browser.ask("review", simulations=300)
    over = browser.hear(lambda said: said["type"] == "state" and len(said["graph"]) == 6 and said["mistakes"])
    assert over["mistakes"][-1]["best"] and over["mistakes"][-1]["loss"] > 0.08, "three in a row was not stopped"


def test_engines_play_each_other_and_can_be_stopped_and_changed(server):
    browser = server.browser()
    browser.new(players=(ENGINE, ENGINE))
    over = browser.hear(lambda said: said["type"] == "state" and said["phase"] == "over")
    assert over["result"]
    browser.new(players=(ENGINE, ENGINE))
    browser.ask("pace", seconds=5)
    browser.ask("pause", on=True)
    browser.ask("players", players=[PERSON, ENGINE])
    assert browser.state["players"][0] == PERSON and browser.state["paused"]


def test_the_flag_of_a_person_falls(server):
    browser = server.browser()
    browser.new(clock="0.3")
    over = browser.hear(lambda said: said["type"] == "state" and said["phase"] == "over")
    assert over["winner"] == 1 and over["clocks"][0]["fallen"]


def test_strangers_stay_outside(server):
    for origin in ("http://evil.example", "http://127.0.0.1:1234", "null"):
        with pytest.raises(InvalidStatus):
            server.browser(origin=origin)
    server.browser(origin=f"http://127.0.0.1:{server.port}")
    assert server.get("/api/catalog", Host="evil.example")[0] == 403
    _, _, headers = server.get("/api/catalog")
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "access-control-allow-origin" not in headers


def test_a_server_that_others_reach_runs_no_files(tmp_path):
    async def refused() -> None:
        hall = Hall(Games(tmp_path / "games.sqlite"), 1, 64.0, own_games=False)
        with pytest.raises(BadText, match="runs no files"):
            await Clerk(hall, lambda message: None).begin("examples/breakthrough.py", (PERSON, PERSON), "", None)
        hall.close()

    asyncio.run(refused())


def test_a_guard_of_all_addresses_still_asks_for_its_own_page():
    guard = Guard("0.0.0.0")
    assert guard.allows("192.168.1.2:8390", "http://192.168.1.2:8390")
    assert not guard.allows("192.168.1.2:8390", "http://evil.example")
    assert not Guard("127.0.0.1").knows("192.168.1.2")


def test_browsers_are_counted(server):
    crowd = [server.browser() for _ in range(MOST_BROWSERS)]
    with pytest.raises(ConnectionClosed):
        server.browser().ask("undo")
    crowd.pop().socket.close()
    time.sleep(0.2)
    assert server.browser().ask("undo")["type"] == "refused"


def test_the_catalog_offers_every_setting_with_its_meaning(server):
    _, offered, _ = server.get("/api/catalog")
    assert {"go9", "go13", "go19", "shogi", "minishogi"} <= {game["name"] for game in offered["games"]}
    for kind in ("searches", "playouts", "priors", "moves"):
        assert all(setting["meaning"] for part in offered[kind] for setting in part["settings"]), kind
    assert offered["games"][0]["levels"][0]["name"] == "beginner"
    for game in offered["games"]:
        for spec in (*(level["spec"] for level in game["levels"]), game["analyst"]):
            status, said, _ = server.get(f"/api/spec?{urllib.parse.urlencode({'text': spec, 'game': game['name']})}")
            assert status == 200, (spec, said)
    assert server.get("/api/spec?text=nonsense&game=go9")[0] == 422


def test_many_searches_on_few_places_all_get_their_turn():
    turns, position = Turns(1), start("tictactoe").play("b2")
    spec = parse("uct(p=1) seconds=0.6 early=no")
    players = [Sharer(spec, turns) for _ in range(3)]
    ended = []

    def think(player):
        player.search(position)
        ended.append(player)

    threads = [threading.Thread(target=think, args=(player,)) for player in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(ended) == 3
    assert not turns.wanted


def test_the_built_page_is_that_of_the_sources():
    root = pathlib.Path(__file__).parent.parent
    sources = [root / "web" / "index.html", *(path for path in (root / "web" / "src").rglob("*") if path.is_file())]
    digest = hashlib.sha256()
    for name in sorted(path.relative_to(root / "web").as_posix() for path in sources):
        digest.update(f"{name}\0".encode() + (root / "web" / name).read_bytes())
    said = (root / "yomi" / "frontend" / "web" / "static" / "built-from.txt").read_text().strip()
    assert said == digest.hexdigest(), "run `make page` and commit what it builds"
