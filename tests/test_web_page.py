"""The page in a real browser with a real server: what a person sees, clicks and types."""

import json
import pathlib
import re
import shutil

import pytest

uvicorn = pytest.importorskip("uvicorn")
playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from test_web_server import ENGINE, PERSON, Server  # noqa: E402

expect = playwright.expect
pytestmark = pytest.mark.jit
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
AXE = pathlib.Path(__file__).parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
WAIT = 120_000  # milliseconds for whatever may have to be compiled first
ANALYST = "uct threads=1"
SGF = "(;GM[1]FF[4]SZ[9]KM[7]PB[Sumire]PW[Haruki];B[ee];W[ec];B[gc];W[cg];B[cd])"
SHIFTS = """() => {
  window.shifts = 0;
  const add = (list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifts += one.value; };
  new PerformanceObserver(add).observe({ type: "layout-shift" });
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("games")) as made:
        yield made


@pytest.fixture(scope="module")
def chromium():
    if CHROMIUM is None:
        pytest.skip("no chromium, chromium-browser or google-chrome on PATH")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium, server):
    """Opens a page as a newcomer; engines of all levels are quick ones. No page may have an error."""
    contexts, errors = [], []
    catalog = server.get("/api/catalog")[1]
    for level in (level for game in catalog["games"] for level in game["levels"]):
        level["spec"] = ENGINE["spec"]

    def opened(game: str = "", width: int = 1280, height: int = 900, at: Server = server):
        context = chromium.new_context(
            viewport={"width": width, "height": height}, locale="en-US", reduced_motion="reduce"
        )
        contexts.append(context)
        context.route(
            "**/api/catalog", lambda route: route.fulfill(body=json.dumps(catalog), content_type="application/json")
        )
        context.set_default_timeout(WAIT)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"http://127.0.0.1:{at.port}/" + (f"#game={game}" if game else ""))
        page.wait_for_selector(".ya-board")
        return page

    expect.set_options(timeout=WAIT)
    yield opened
    for context in contexts:
        context.close()
    assert not errors


def made(server, game="go9", players=(PERSON, PERSON), moves=(), analyst=ANALYST, **values) -> str:
    """A game that stands on the server."""
    browser = server.browser()
    browser.new(game, players, **values)
    browser.ask("analyst", spec=analyst)
    for at, move in enumerate(moves):
        assert browser.ask("play", move=move, at=at)["type"] == "done", move
    browser.socket.close()
    return browser.state["game"]


def state_of(server, page) -> dict:
    """What the server says of the game that a page shows."""
    browser = server.browser()
    browser.ask("open", game=page.url.split("game=")[1])
    browser.socket.close()
    return browser.state


def point(page, name: str):
    """A point of a 9x9 Go board."""
    return page.locator(f'.shudan-vertex[data-x="{"ABCDEFGHJ".index(name[0])}"][data-y="{9 - int(name[1:])}"]')


def played(page):
    return page.locator(".ya-moves .ya-text")


def headline(page):
    return page.locator(".ya-headline")


def tab(page, name: str):
    return page.locator(".ya-watch").get_by_role("tab", name=name, exact=True)


def control(page, name: str):
    return page.get_by_role("toolbar", name="Playing").get_by_role("button", name=name)


def test_a_first_visit_plays_at_once_and_the_engine_answers(visit):
    page = visit()
    expect(page.locator(".ya-welcome")).to_be_visible()
    expect(headline(page)).to_have_text("Black to move")
    page.get_by_role("button", name="Play", exact=True).click()
    point(page, "E5").click()
    expect(played(page)).to_have_count(2)
    expect(played(page).first).to_have_text("E5")
    point(page, "E5").click()
    expect(page.locator(".ya-notice")).to_have_text("There is a stone on E5 already.")
    control(page, "Undo").click()
    expect(played(page)).to_have_count(0)


def test_the_keyboard_plays_steps_passes_and_turns_the_board(server, visit):
    page = visit(made(server))
    page.locator(".yb-goban").focus()
    for key in ("ArrowRight", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(played(page)).to_have_text(["F6"])
    for key in ("ArrowLeft", "Enter"):
        page.keyboard.press(key)
    expect(played(page)).to_have_text(["F6", "E6"])
    page.locator(".yb-goban").blur()
    for key, at in (("ArrowLeft", "1 / 2"), ("Home", "0 / 2"), ("ArrowRight", "1 / 2"), ("End", "2 / 2")):
        page.keyboard.press(key)
        expect(page.locator(".ya-at")).to_have_text(at)
    page.keyboard.press("p")
    expect(played(page)).to_have_count(3)
    page.keyboard.press("u")
    expect(played(page)).to_have_count(2)
    page.keyboard.press("?")
    expect(page.locator("dialog kbd").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_a_move_in_an_earlier_position_starts_a_variation(server, visit):
    page = visit(made(server, moves=("E5", "C3", "G7")))
    page.keyboard.press("Home")
    expect(page.locator(".ya-at")).to_have_text("0 / 3")
    point(page, "D4").click()
    expect(played(page)).to_have_text(["D4"])
    page.get_by_role("button", name="Back to the game").click()
    expect(played(page)).to_have_text(["E5", "C3", "G7"])


def test_dead_stones_are_clicked_and_the_count_is_agreed_upon(server, visit):
    wall = "...XO..../" * 4 + "O..XO..../" + "...XO..../" * 3 + "...XO.... b"
    page = visit(made(server, position=wall))
    control(page, "Pass").click()
    control(page, "Pass").click()
    expect(headline(page)).to_have_text("Click dead stones, then agree")
    before = page.locator(".ya-detail").inner_text()
    point(page, "A5").click()
    expect(page.locator(".ya-detail")).not_to_have_text(before)
    point(page, "A5").click()
    expect(page.locator(".ya-detail")).to_have_text(before)
    page.get_by_role("button", name="Agree").click()
    expect(headline(page)).to_have_text(re.compile(r"(Black|White) wins by [\d.]+ points"))


def test_resigning_asks_first(server, visit):
    page = visit(made(server))
    control(page, "Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(headline(page)).to_have_text("White wins by resignation")


def test_shogi_pieces_are_moved_promoted_and_dropped(server, visit):
    page = visit(made(server, "minishogi", position="4k/S4/5/5/K4 b G 1"))
    square = lambda name: page.locator(f'[data-square="{name}"]')  # noqa: E731
    square("1a").click()
    expect(page.locator(".ya-notice")).to_have_text("This piece is not yours to move.")
    square("5b").click()
    square("5a").click()
    page.get_by_role("button", name="Promote: promoted silver", exact=True).click()
    expect(played(page)).to_have_count(1)
    square("1a").click()
    square("1b").click()
    expect(played(page)).to_have_count(2)
    page.get_by_role("button", name="gold in hand").click()
    square("3c").click()
    expect(played(page)).to_have_count(3)
    assert [entry["move"] for entry in state_of(server, page)["moves"]] == ["5b5a+", "1a1b", "G*3c"]


def test_an_analysis_shows_candidates_the_tree_and_why_and_nothing_moves(server, visit):
    page = visit(made(server, moves=("E5", "C3")))
    page.evaluate(SHIFTS)
    page.keyboard.press(" ")
    rows = page.locator(".yw-candidates tbody tr")
    expect(rows.nth(2)).to_be_visible()
    expect(page.locator(".yb-candidate").first).to_be_visible()
    rows.first.hover()
    expect(page.locator(".yb-gomarks .yb-number").first).to_have_text("1")
    page.mouse.move(0, 0)
    tab(page, "Moves").click()
    expect(page.locator(".yw-moves tbody tr").first).to_contain_text("%")
    tab(page, "Why").click()
    expect(page.locator(".yw-maths").first).to_contain_text("Q")
    expect(page.locator(".yw-terms tbody td").last).to_have_text(re.compile(r"\d\.\d|–|∞"))
    tab(page, "Depths").click()
    expect(page.locator(".yw-depths-legend li").first).to_contain_text("uct")
    tab(page, "Tree").click()
    nodes = page.locator(".yw-node")
    expect(nodes.nth(10)).to_be_attached()
    root = nodes.first.get_attribute("aria-label")
    expect(nodes.first).not_to_have_attribute("aria-label", root)
    nodes.nth(1).dispatch_event("click")
    expect(page.locator(".yw-card svg").first).to_be_visible()
    page.wait_for_timeout(1000)
    assert page.evaluate("window.shifts") < 0.02
    page.locator(".yw-close").click()
    control(page, "Analyze").click()
    expect(control(page, "Analyze")).to_have_attribute("aria-pressed", "false")


def test_records_are_loaded_by_file_and_by_paste_and_saved(server, visit, tmp_path):
    page = visit(made(server))
    (tmp_path / "game.sgf").write_text(SGF)
    page.keyboard.press("l")
    page.locator("dialog input[type=file]").set_input_files(tmp_path / "game.sgf")
    expect(page.locator(".ya-strip").last).to_contain_text("Sumire")
    expect(played(page)).to_have_text(["E5", "E7", "G7", "C3", "C6"])
    expect(page.locator("dialog")).to_have_count(0)
    page.evaluate(
        """(text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", text);
          document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
        }""",
        SGF.replace(";W[ec]", ";W[ed]"),
    )
    expect(played(page).nth(1)).to_have_text("E6")
    page.keyboard.press("s")
    with page.expect_download() as download:
        page.get_by_role("button", name="SGF").click()
    saved = download.value.path().read_text()
    assert "SZ[9]" in saved and "B[ee]" in saved and "W[ed]" in saved
    page.keyboard.press("l")
    page.locator("dialog textarea").fill("hello")
    page.get_by_role("dialog").get_by_role("button", name="Load").click()
    expect(page.locator(".ya-notice.ya-bad")).to_be_attached()
    expect(played(page).nth(1)).to_have_text("E6")


def test_a_review_marks_and_lists_mistakes(server, visit):
    page = visit(made(server, "tictactoe", moves=("b3", "a1", "a3", "b1", "c2"), analyst="uct simulations=200"))
    page.keyboard.press("r")
    page.get_by_label("Simulations a move").select_option("400")
    page.locator(".ya-review").get_by_role("button", name="Review").click()
    mistake = page.locator(".ya-mistakes button").last
    expect(mistake).to_contain_text("better")
    expect(page.locator(".ya-review").get_by_role("button", name="Review")).to_be_enabled()  # no more will be found
    number = mistake.locator(".ya-number").inner_text()
    mistake.click()
    expect(page.locator(".ya-at")).to_have_text(f"{int(number) - 1} / 5")
    page.get_by_role("tab", name="Moves").first.click()
    expect(page.locator(".ya-moves .ya-mark").last).to_have_text(re.compile(r"\?+"))


def test_a_position_is_edited_and_played_from(server, visit):
    page = visit(made(server, "minishogi"))
    page.keyboard.press("d")
    page.get_by_label("Position as text").fill("3k1/5/5/5/K3R b - 1")
    page.get_by_role("button", name="Start from here").click()
    expect(page.locator("dialog")).to_have_count(0)
    page.locator('[data-square="1e"]').click()
    page.locator('[data-square="1b"]').click()
    expect(played(page)).to_have_count(1)


def test_a_reload_and_a_new_server_come_back_to_the_same_game(visit, tmp_path):
    with Server(tmp_path) as server:
        page = visit(made(server, "tictactoe", moves=("b2",)), at=server)
        page.reload()
        expect(played(page)).to_have_count(1)
    expect(page.locator(".ya-banner")).to_be_visible()
    with Server(tmp_path) as again:
        assert again.port == server.port
        expect(page.locator(".ya-banner")).to_be_hidden()
        page.locator(".yb-cells button").first.click()
        expect(played(page)).to_have_count(2)
        page.context.close()


def test_two_browsers_have_separate_games(visit):
    first, second = visit(), visit()
    assert first.url != second.url
    point(first, "E5").click()
    expect(first.locator(".ya-at")).to_have_text("2 / 2")
    expect(headline(second)).to_have_text("Black to move")
    expect(second.locator(".ya-at")).to_have_text("0 / 0")


def test_the_page_speaks_japanese_and_is_dark_when_told_so(server, visit):
    page = visit(made(server, "minishogi"))
    page.get_by_label("Language").select_option("ja")
    expect(headline(page)).to_have_text("先手の番です")
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.locator(".yw-graph-title")).to_have_text("先手の勝率")
    page.get_by_label("言語").blur()
    page.keyboard.type("tt")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(headline(page)).to_have_text("先手の番です")


@pytest.mark.parametrize("game", ["go9", "minishogi", "tictactoe"])
def test_a_phone_never_scrolls_sideways(server, visit, game):
    page = visit(made(server, game), width=390, height=844)
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    for name in ("Candidates", "Tree", "Moves", "Why", "Depths", "Search"):
        tab(page, name).click()
        assert page.evaluate(wide) <= 0, name
    for key in ("n", "l", "?", "y"):
        page.locator(".ya-at").click()
        page.keyboard.press(key)
        page.wait_for_selector("dialog[open]")
        inside = "(box) => box.scrollWidth - box.clientWidth"
        assert page.evaluate(wide) <= 0 and page.locator("dialog").evaluate(inside) <= 0, key
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")


def test_engines_play_each_other_at_a_pace_and_pause(server, visit):
    page = visit()
    page.keyboard.press("n")
    page.get_by_label("Watch (two engines)").check()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_label("Least time of a move")).to_have_value("0.5")
    browser = server.browser()
    browser.new("go9", (ENGINE, ENGINE))
    browser.ask("pace", seconds=1)
    browser.ask("pause", on=True)
    browser.socket.close()
    page = visit(browser.state["game"])
    expect(headline(page)).to_have_text(re.compile("^Paused"))
    stood = played(page).count()
    page.wait_for_timeout(500)
    assert played(page).count() == stood
    control(page, "Pause").click()
    expect(played(page).nth(stood + 1)).to_be_attached()
    page.get_by_label("Least time of a move").select_option("5")
    page.get_by_label("Least time of a move").blur()
    page.keyboard.press("k")
    expect(headline(page)).to_have_text(re.compile("^Paused"))
    assert state_of(server, page)["pace"] == 5


def test_players_clock_and_search_change_in_the_middle_of_a_game(server, visit):
    page = visit(made(server, moves=("E5",)))
    page.keyboard.press("y")
    dialog = page.get_by_role("dialog")
    dialog.locator("select").nth(1).select_option("beginner")
    dialog.get_by_label("Fischer").check()
    dialog.get_by_role("button", name="Change").click()
    expect(played(page)).to_have_count(2)
    expect(page.get_by_role("timer")).to_have_count(2)
    expect(page.locator(".ya-strip").first).to_contain_text("Beginner")
    tab(page, "Search").click()
    typed = page.locator(".yw-raw textarea")
    typed.fill("uct(p=0.5) threads=1")
    tab(page, "Candidates").click()
    tab(page, "Search").click()
    expect(typed).to_have_value("uct(p=0.5) threads=1")
    page.get_by_role("button", name="Apply").click()
    expect(page.locator(".yw-search-head [role=status]")).to_have_text("Applied.")
    assert state_of(server, page)["analyst"] == "uct(p=0.5) threads=1"


@pytest.mark.skipif(not AXE.exists(), reason="web/node_modules is missing: run `make test-page`")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(server, visit, theme):
    page = visit(made(server, moves=("E5", "C3")))
    page.keyboard.type("t" if theme == "light" else "tt")
    page.evaluate(AXE.read_text())
    control(page, "Hint").click()
    expect(page.locator(".ya-detail")).to_contain_text("Hint")
    check_with_axe(page)
    page.keyboard.press("n")
    page.wait_for_selector("dialog[open]")
    check_with_axe(page)


def check_with_axe(page) -> None:
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")["violations"]
    serious = [rule for rule in found if rule["impact"] in ("serious", "critical")]
    assert not serious, [(rule["id"], [node["html"][:120] for node in rule["nodes"]]) for rule in serious]
