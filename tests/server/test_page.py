"""The page in a real browser, against a real server of the bundled example."""

from __future__ import annotations

import datetime as dt
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, Route, expect, sync_playwright

import timeweave
from timeweave import Document
from timeweave.errors import UndatedDocumentWarning
from timeweave.server.tokens import TokenFile

pytestmark = pytest.mark.slow

PAGE = Path(str(files("timeweave.server"))) / "page"
RESTATED = "What was Quillon's revenue in the fourth quarter of 2023?"
HOSTILE_TITLE = "</script><img src=x onerror=alert(1)> \u202egnp.exe"
HOSTILE_TEXT = (
    "\U0001f6a2\U0001f6a2 <img src=x onerror=\"document.title='owned'\"></script>"
    "<script>document.title='owned'</script> \u202e"
    "Zorvex Mining had revenue of $7 million in the first quarter of 2022."
)
WAIT = 60_000  # ms for an answer of a server that has just started


DEEDS = ("opened its new pier in Sarn", "bought the steamer Aurelia", "closed the line to Bern", "hired forty sailors")
FERRY = [
    Document(f"ferry-{n}-{m}", f"Verrin Ferry {DEEDS[(n + m) % 4]} on {day:%-d %B %Y}.", date=day)
    for n, day in enumerate(dt.date(2021, 1, 4) + dt.timedelta(days=17 * n) for n in range(20))
    for m in range(2 if n % 3 == 1 else 1)  # twice on six or seven days
]


@dataclass
class Seen:
    """A page, and what it did that it should not."""

    page: Page
    url: str
    amiss: list[str] = field(default_factory=list)

    def go(self, address: str) -> Page:
        """Open an address as someone would who was sent it."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.url}/{address}")
        self.settle()
        return self.page

    def settle(self) -> None:
        """Wait until nothing is on its way any more."""
        expect(self.page.locator("main .view")).to_be_visible(timeout=WAIT)
        expect(self.page.locator(".waiting")).to_have_count(0, timeout=WAIT)

    @property
    def hash(self) -> str:
        """What the address names."""
        return urlsplit(self.page.url).fragment


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        pytest.skip("no Chromium is installed: the page cannot be looked at")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled example, a document that means harm, and a ferry that is much spoken of on some days."""
    folder = tmp_path_factory.mktemp("page") / "kb"
    with timeweave.open(folder) as kb:
        with pytest.warns(UndatedDocumentWarning):  # one of them says no day
            assert not kb.add(Path(str(files("timeweave.demo"))) / "corpus", workers=1).failed
        hostile = Document(id="hostile", title=HOSTILE_TITLE, text=HOSTILE_TEXT, date=dt.date(2022, 4, 20))
        assert not kb.add([hostile, *FERRY], workers=1).failed
    return folder


def serve(*options: str) -> Iterator[str]:
    """A server in a process of its own, until it is done with."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "timeweave", "serve", "--port", str(port), *options]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + 60
        while True:
            try:
                urllib.request.urlopen(f"{url}/readyz", timeout=5).close()
                break
            except OSError:
                assert time.monotonic() < deadline, "the server did not become ready"
                time.sleep(0.2)
        yield url
    finally:
        running.terminate()
        running.wait(30)


@pytest.fixture(scope="module")
def url(store: Path) -> Iterator[str]:
    yield from serve("--kb", str(store), "--no-auth", "--rate", "0")


def look(browser: Browser, url: str, *, scheme: str = "light", width: int = 1280) -> Iterator[Seen]:
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    seen = Seen(context.new_page(), url)
    seen.page.set_default_timeout(WAIT)
    own = urlsplit(url).netloc
    seen.page.on("request", lambda r: urlsplit(r.url).netloc in (own, "") or seen.amiss.append(f"request {r.url}"))
    seen.page.on("console", lambda m: m.type in ("error", "warning") and seen.amiss.append(f"console {m.text}"))
    seen.page.on("pageerror", lambda e: seen.amiss.append(f"error {e}"))
    seen.page.on("dialog", lambda d: (seen.amiss.append(f"dialog {d.message}"), d.dismiss()))
    yield seen
    context.close()


@pytest.fixture
def seen(browser: Browser, url: str) -> Iterator[Seen]:
    """A page on which nothing went wrong unseen: no errors, and no request but to its server."""
    for one in look(browser, url):
        yield one
        assert one.amiss == []


def ask(question: str) -> str:
    return f"#/ask?q={quote(question)}"


def words(page: Page) -> Locator:
    return page.locator(".answer .words")


def test_a_question_is_typed_and_its_citation_opens_the_document_at_the_span(seen: Seen) -> None:
    page = seen.go("")
    expect(page.locator(".examples a").first).to_be_visible()
    page.get_by_label("Question").fill(RESTATED)
    page.keyboard.press("Enter")
    seen.settle()
    expect(words(page)).to_have_text("$49.8 million")
    meter = page.get_by_role("meter")
    assert meter.get_attribute("aria-valuenow") == page.locator(".answer .confidence .number").inner_text()
    expect(page.locator(".disagree")).to_contain_text("$52.4 million")
    page.locator(".cited").first.click()
    expect(page.locator("#cited")).to_have_text(page.locator(".cited q").first.inner_text())
    expect(page.locator("#cited")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.locator("#panel")).to_be_hidden()
    assert page.evaluate("() => document.activeElement.className") == "card cited"


def test_a_refusal_is_shown_as_one(seen: Seen) -> None:
    page = seen.go(ask("What was Quillon's revenue in the first quarter of 2019?"))
    expect(page.locator(".answer.refused .kind")).to_have_text("No answer")
    expect(page.locator(".answer.refused h2")).to_have_text("Closest passages")
    expect(page.get_by_role("meter")).to_have_count(0)


def test_the_slider_and_the_date_move_the_whole_page(seen: Seen) -> None:
    page = seen.go(ask(RESTATED))
    expect(words(page)).to_have_text("$49.8 million")
    page.locator("#as-of-date").fill("2024-03-01")
    page.locator("#as-of-date").dispatch_event("change")
    expect(words(page)).to_have_text("$52.4 million", timeout=WAIT)
    assert "as_of=2024-03-01" in seen.hash
    page.locator("#as-of-range").focus()
    page.keyboard.press("End")
    expect(words(page)).to_have_text("$49.8 million", timeout=WAIT)
    assert "as_of" not in seen.hash
    page.go_back()
    expect(words(page)).to_have_text("$52.4 million", timeout=WAIT)


def test_a_time_axis_shows_supersession_and_goes_from_years_to_days(seen: Seen) -> None:
    page = seen.go("#/timeline?entity=Quillon")
    expect(page.locator(".fact.closed", has_text="Marta Ibsen").first).to_be_visible()
    assert page.locator(".links path.closed").count() > 0
    assert page.locator(".fact.disputed").count() > 0
    expect(page.locator(".spikes .day").first).to_be_attached()
    assert page.locator(".spike").count() == 0  # spoken of once a day
    spans = []
    for level in ("years", "quarters", "months", "days"):
        page.locator(f"#zoom-{level}").click()
        expect(page.locator(f"#zoom-{level}")).to_have_attribute("aria-pressed", "true")
        spans.append(page.locator("#shown-range").inner_text())
    assert len(set(spans)) == 4
    page.wait_for_timeout(600)
    assert re.search(r"from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d", seen.hash)
    page.locator("#zoom-all").click()
    box = page.locator(".ruler").bounding_box()
    assert box is not None
    before = page.locator("#shown-range").inner_text()
    page.mouse.move(box["x"] + box["width"] * 0.9, box["y"] + 10)
    page.mouse.wheel(0, -400)
    expect(page.locator("#shown-range")).not_to_have_text(before)
    facts = page.locator(".title-row .note").inner_text().split("·")[-1].split()[0]
    page.get_by_role("button", name="Table").click()
    expect(page.locator("tbody").first.locator("tr")).to_have_count(int(facts))


def test_facts_are_shown_before_spikes_are_known(seen: Seen) -> None:
    """What the days of much news are comes when it is found, and what happened on them when it is asked."""
    asked: list[Route] = []
    seen.page.route("**/spikes?*", lambda route: asked.append(route))
    page = seen.go("#/timeline?entity=Verrin%20Ferry")
    expect(page.locator(".fact").first).to_be_visible()
    expect(page.locator(".spikes")).to_contain_text("counting mentions")
    assert page.locator(".spike").count() == 0
    (route,) = asked
    route.continue_()
    page.unroute("**/spikes?*")
    days = len([one for one in FERRY if one.id.endswith("-1")])
    expect(page.locator(".spike")).to_have_count(days)
    page.locator("#zoom-all").click()
    page.locator(".spike").first.focus()
    assert page.locator(".spike").first.get_attribute("aria-label") == (
        "Spike of 2 mentions from 21 January 2021 to 23 January 2021"
    )
    page.keyboard.press("Enter")  # the earliest is none of the highest: it is asked for now
    expect(page.locator("#cited")).to_contain_text("21 January 2021")


@pytest.mark.parametrize("width", [1280, 390])
def test_what_happened_again_and_again_is_said_once(browser: Browser, url: str, width: int) -> None:
    """Above all of its bars; and no words are cut off by the edge, or go beyond the bar that they stand in."""
    for seen in look(browser, url, width=width):
        page = seen.go("#/timeline?entity=Verrin%20Ferry")
        page.locator("#zoom-all").click()
        said = page.locator(".fact text").filter(has_text=re.compile(r" · \d+ times$"))
        shown = [one for one in said.all() if one.get_attribute("opacity") == "1"]
        assert shown
        assert len({one.text_content() for one in shown}) == len(shown)
        page.locator("#zoom-in").click(click_count=2)
        beyond = """(all) => all.filter((text) => text.getAttribute("opacity") === "1" && text.textContent
            && text.getBoundingClientRect().right > text.ownerSVGElement.getBoundingClientRect().right + 2)"""
        assert page.locator(".fact text").evaluate_all(f"(all) => ({beyond})(all).map((one) => one.textContent)") == []
        assert seen.amiss == []


def test_a_table_tells_what_happened_when_it_is_asked(seen: Seen) -> None:
    page = seen.go("#/timeline?entity=Verrin%20Ferry&shape=table")
    rows = page.get_by_role("region", name="Spikes").locator("tbody tr")
    expect(rows.last).to_contain_text("Verrin Ferry")
    expect(rows.first).to_contain_text("What happened?")
    rows.first.get_by_role("button").click()
    expect(rows.first).to_contain_text("21 January 2021.")
    rows.first.get_by_role("button").click()
    expect(page.locator("#cited")).to_contain_text("21 January 2021")


def test_the_time_axis_is_walked_by_keys(seen: Seen) -> None:
    page = seen.go("#/timeline?entity=Quillon")
    page.locator(".fact[tabindex='0']").focus()
    first = page.evaluate("() => document.activeElement.dataset.id")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("() => document.activeElement.dataset.id") not in (None, first)
    page.keyboard.press("+")
    page.keyboard.press("Enter")
    expect(page.locator("#panel h2")).to_have_text("Fact")
    expect(page.locator("#panel .cards").first).to_be_visible()
    page.locator("#panel .cited").first.click()
    expect(page.locator("#cited")).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name="Back to the fact").click()
    expect(page.locator("#panel h2")).to_have_text("Fact")


def test_a_source_clicked_before_its_words_are_there_opens_all_the_same(seen: Seen) -> None:
    asked: list[Route] = []
    seen.page.route("**/documents/quillon-*", lambda route: asked.append(route))
    page = seen.go("#/timeline?entity=Quillon")
    page.locator(".fact[tabindex='0']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#panel .cited").first).to_be_visible()
    page.locator("#panel .cited").first.click()
    expect(page.locator("#panel h2")).to_have_text("Document")
    (route,) = asked  # the card and the panel share one request
    route.continue_()
    expect(page.locator("#cited")).to_be_visible(timeout=WAIT)


def test_the_graph_has_time_above_and_marks_the_path(seen: Seen) -> None:
    page = seen.go(ask(RESTATED))
    place = """(kind) => [...document.querySelectorAll(`.node.${kind} rect`)].map((r) => Number(r.getAttribute("y")))"""
    times, facts, ends = (page.evaluate(place, kind) for kind in ("time", "fact", "entity"))
    assert times
    assert facts
    assert max(times) < min(facts)
    assert max(facts) < min(ends)
    assert marked(page) == ["Quillon Instruments · revenue $49.8 million"]
    assert page.locator(".node.time.on text").all_text_contents() == ["2023", "Q4"]
    assert page.locator(".node.entity.on text").all_text_contents() == ["Quillon Instruments"]
    assert page.locator(".node.measure.on text").all_text_contents() == ["revenue"]
    assert page.locator(".node.fact:not(.on)", has_text="$52.4 million").count() == 1
    expect(page.locator("#graph .legend")).to_have_text("what the answer rests onbeside it")
    ends = page.locator(".edge.on").evaluate_all("(all) => all.map((one) => [one.dataset.a, one.dataset.b])")
    fact = page.locator(".node.fact.on").get_attribute("data-id")
    assert all(fact in pair or pair == ["time:2023", "time:2023-Q4"] for pair in ends)


def marked(page: Page) -> list[str]:
    """What the boxes of the facts say that the graph marks."""
    boxes = page.locator(".node.fact.on")
    return [" ".join(box.locator("text").all_text_contents()) for box in boxes.all()]


@pytest.mark.parametrize("width", [1280, 360])
def test_what_the_answer_rests_on_is_in_sight_and_can_be_read(browser: Browser, url: str, width: int) -> None:
    for seen in look(browser, url, width=width):
        page = seen.go(ask("How many employees did Halden have at the end of 2023?"))
        assert marked(page) == ["Halden Marine Systems · employees 1,420"]
        page.locator(".graph").scroll_into_view_if_needed()
        frame, box = page.locator(".graph").bounding_box(), page.locator(".node.fact.on rect").bounding_box()
        assert frame is not None
        assert box is not None
        assert frame["x"] <= box["x"]
        assert box["x"] + box["width"] <= frame["x"] + frame["width"]
        assert frame["y"] <= box["y"]
        assert box["y"] + box["height"] <= frame["y"] + frame["height"]
        sizes = page.locator(".graph text").evaluate_all(
            "(all) => all.map((t) => parseFloat(getComputedStyle(t).fontSize) * t.getScreenCTM().a)"
        )
        assert min(sizes) >= 12
        fits = """(all) => all.every((node) => [...node.querySelectorAll("text")].every(
            (text) => text.getBBox().width <= node.querySelector("rect").getBBox().width))"""
        assert page.locator(".graph .node").evaluate_all(fits)


def test_the_graph_opens_what_it_shows(seen: Seen) -> None:
    """A fact beside the view, by click and by Enter; the timeline of an entity, the report of a period."""
    page = seen.go(ask(RESTATED))
    page.locator(".node.fact.on").click()
    expect(page.locator("#panel .doc-title")).to_have_text("Quillon Instruments · revenue")
    expect(page.locator("#panel .fact-value")).to_contain_text("$49.8 million")
    page.keyboard.press("Escape")
    expect(page.locator("#panel")).to_be_hidden()
    assert page.evaluate("() => document.activeElement.matches('.node.fact.on')")
    page.keyboard.press("ArrowRight")
    other = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    assert "$49.8 million" not in other
    page.keyboard.press("Enter")
    expect(page.locator("#panel .fact-value")).to_contain_text(other.split(": ")[1].split(" · ")[0].split(",")[0])
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Quillon Instruments · revenue: $52.4 million").first.click()
    expect(page.locator("#panel .fact-value")).to_contain_text("$52.4 million")
    page.keyboard.press("Escape")
    page.locator(".node.entity", has_text="Quillon Instruments").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Quillon Instruments")
    page.go_back()
    seen.settle()
    page.get_by_role("link", name="Q4 2023").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Q4 2023")


def test_a_refusal_has_no_graph_of_an_answer(seen: Seen) -> None:
    page = seen.go(ask("What was Quillon's revenue in the first quarter of 2019?"))
    expect(page.locator("#graph h2")).to_have_text("What is known of Quillon Instruments")
    expect(page.locator("#graph .legend")).to_contain_text("nothing is marked")
    assert page.locator(".node.fact").count() > 0
    assert page.locator(".node.on, .edge.on").count() == 0


def test_a_path_of_reasoning_is_marked_with_its_answer(seen: Seen) -> None:
    page = seen.go(f"{ask('Who is the mayor of the city where Quillon is headquartered?')}&mode=reason")
    answer = words(page).inner_text()
    assert page.locator(".node.fact.on").count() > 1
    assert set(answer.split("; ")) < set(page.locator(".node.entity.on text").all_text_contents())


def test_one_question_is_asked_once(seen: Seen) -> None:
    """The graph comes with the answer: no second request works the same out again."""
    asked: list[str] = []
    seen.page.on("request", lambda r: r.method == "POST" and asked.append(urlsplit(r.url).path))
    seen.go(ask(RESTATED))
    assert asked == ["/v1/kb/default/ask"]


def test_questions_to_begin_with_are_answered(seen: Seen) -> None:
    page = seen.go("")
    expect(page.locator(".examples a").first).to_be_visible()
    questions = page.locator(".examples a").all_inner_texts()
    assert len(questions) >= 4
    expect(page.get_by_label("Question")).to_have_attribute("placeholder", questions[0])
    for question in questions:
        seen.go(ask(question))
        expect(page.locator(".answer:not(.refused)")).to_be_visible()


def test_a_table_of_values_says_more_than_the_words(seen: Seen) -> None:
    """Whose they are and where each is stated; prose that has it all is not said again."""
    page = seen.go(ask("How did Quillon's revenue change from the third to the fourth quarter of 2023?"))
    heads = page.get_by_role("region", name="Values of the answer").locator("th")
    assert heads.all_inner_texts() == ["Period", "Of", "Value", "Source"]
    seen.go(ask("What happened in March 2024?"))
    expect(words(page)).to_be_visible()
    expect(page.get_by_role("region", name="Values of the answer")).to_have_count(0)


def test_a_title_stands_apart_from_its_day(seen: Seen) -> None:
    page = seen.go(ask(RESTATED))
    expect(page.locator(".cited .named").first).to_have_text(
        "Quillon Instruments restates the fourth quarter of 2023 · 11 April 2024"
    )


def test_a_report_is_browsed_and_each_sentence_cites(seen: Seen) -> None:
    page = seen.go("#/reports?period=2024")
    page.locator(".periods").get_by_role("link", name="Q1").click()
    seen.settle()
    expect(page.get_by_role("heading", level=1)).to_have_text("Q1 2024")
    page.locator(".periods").get_by_role("link", name="March").click()
    seen.settle()
    expect(page.get_by_role("heading", level=1)).to_have_text("March 2024")
    page.locator(".sentence .mark").first.click()
    expect(page.locator("#cited")).to_be_in_viewport()


def test_changes_between_two_days(seen: Seen) -> None:
    page = seen.go("#/changes?since=2024-02-01&until=2024-04-30")
    days = page.locator(".log time").evaluate_all("(all) => all.map((one) => one.dateTime)")
    assert days
    assert all("2024-02-01" <= day <= "2024-04-30" for day in days)
    expect(page.locator(".event.restated").first).to_be_visible()
    restating = page.locator(".log > li", has_text="restates the fourth quarter of 2023")
    assert restating.locator("time").get_attribute("datetime") == "2024-04-11"
    expect(restating).to_contain_text("Quillon Instruments: revenue of $52.4 million, Q4 2023")
    expect(restating.locator(".why", has_text="$49.8 million")).to_have_count(1)


def test_changes_as_of_a_day_tell_nothing_of_later(seen: Seen) -> None:
    """By either day: what was restated in April stands undisputed in March."""
    for address in ("#/changes?as_of=2024-03-01", "#/changes?as_of=2024-03-01&find=recorded"):
        page = seen.go(address)
        expect(page.locator(".log")).to_contain_text("Quillon Instruments: revenue of $52.4 million, Q4 2023")
        expect(page.locator("main")).not_to_contain_text("$49.8 million")
        assert page.locator(".event.restated", has_text="$52.4").count() == 0


def test_older_changes_are_a_page_away(browser: Browser, tmp_path: Path) -> None:
    sold = "Corvel Ltd reported revenue of ${} million for the first quarter of {}."
    texts = [Document(f"q{n}", sold.format(n + 1, 1960 + n), date=dt.date(1960 + n, 5, 2)) for n in range(45)]
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(texts, workers=1)
    for url in serve("--kb", str(tmp_path / "kb"), "--no-auth"):
        for seen in look(browser, url):
            page = seen.go("#/changes")
            expect(page.locator(".log > li")).to_have_count(40)
            expect(page.locator(".sums")).to_contain_text("The newest 40 changes")
            page.get_by_role("button", name="Older").click()
            expect(page.locator(".log > li")).to_have_count(45)
            expect(page.locator(".sums")).to_contain_text("45 new")
            expect(page.get_by_role("button", name="Older")).to_have_count(0)
            days = page.locator(".log time").evaluate_all("(all) => all.map((one) => one.dateTime)")
            assert days == sorted((str(text.date) for text in texts), reverse=True)
            expect(page.locator(".log > li").nth(40).get_by_role("button").first).to_be_focused()


def test_a_link_shows_the_same_to_someone_else(seen: Seen, browser: Browser) -> None:
    page = seen.go(f"{ask(RESTATED)}&as_of=2024-05-01&mode=passages")
    page.locator(".cited").first.click()
    expect(page.locator("#cited")).to_be_visible()
    for other in look(browser, seen.url):
        other.page.goto(page.url)
        other.settle()
        for part in (".answer .words", "#cited", ".as-of .words", "#panel .doc-title"):
            expect(other.page.locator(part)).to_have_text(page.locator(part).inner_text())
        expect(other.page.locator("#mode")).to_have_value("passages")
        assert other.amiss == []


def test_hostile_documents_stay_text(seen: Seen) -> None:
    """Tags, scripts and marks that turn the reading direction, in a title and a text, are shown as what they are."""
    page = seen.go(ask("What was Zorvex Mining's revenue in the first quarter of 2022?"))
    expect(words(page)).to_contain_text("$7 million")
    page.locator(".cited").first.click()
    expect(page.locator("#cited")).to_contain_text("Zorvex Mining had revenue of $7 million")
    assert page.locator("#cited").inner_text() == page.locator(".cited q").first.inner_text()
    shown = page.locator("#panel .text").text_content()
    assert shown == HOSTILE_TEXT.replace("\u202e", "\ufffd")
    expect(page.locator("#panel .doc-title")).to_have_text(HOSTILE_TITLE.replace("\u202e", "\ufffd"))
    for address in ("#/documents", "#/changes", "#/timeline?entity=Zorvex%20Mining", "#/reports?period=2022"):
        seen.go(address)
    assert page.locator("main img, main script").count() == 0
    assert "owned" not in page.title()


def test_files_are_dropped_searched_for_and_deleted(seen: Seen, tmp_path: Path) -> None:
    page = seen.go("#/documents")
    for day, figure in (("2026-01-05", 3), ("2026-02-05", 4)):
        told = f"date: {day}\n\nTallis Rope had revenue of ${figure} million in {day[:4]}."
        (tmp_path / f"{day}-tallis.txt").write_text(told)
    page.locator("#files").set_input_files(sorted(tmp_path.iterdir()))
    expect(page.locator(".uploads li.done")).to_contain_text("2 added", timeout=WAIT)
    seen.settle()
    page.get_by_label("Find documents").fill("tallis")
    page.keyboard.press("Enter")
    expect(page.locator("#documents > li")).to_have_count(2)
    page.locator("#documents").get_by_role("button", name=re.compile("Delete")).first.click()
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator("#documents > li")).to_have_count(2)
    page.locator("#documents").get_by_role("button", name=re.compile("Delete")).first.click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator("#documents > li")).to_have_count(1, timeout=WAIT)


def test_what_was_guessed_of_an_upload_is_shown(seen: Seen, tmp_path: Path) -> None:
    page = seen.go("#/documents")
    (tmp_path / "tallis-note.txt").write_text("Tallis Rope hired forty people.")
    page.locator("#files").set_input_files(tmp_path / "tallis-note.txt")
    shown = page.locator(".uploads li.done", has_text="tallis-note").locator(".warnings")
    expect(shown).to_contain_text("no date ('tallis-note.txt'): it counts as published on the day", timeout=WAIT)
    expect(shown).to_be_in_viewport()
    assert page.request.delete(f"{seen.url}/v1/kb/default/documents/tallis-note.txt").ok


def test_spans_count_code_points(seen: Seen) -> None:
    page = seen.go("#/documents?doc=hostile&start=0&end=2")
    expect(page.locator("#cited")).to_have_text("\U0001f6a2\U0001f6a2")


def test_a_fact_is_quoted_where_it_is_stated_and_leads_to_its_entity(seen: Seen) -> None:
    """In the words of its document, and from there to the timeline of whose fact it is."""
    page = seen.go("#/timeline?entity=Zorvex%20Mining")
    page.locator(".fact").first.click()
    expect(page.locator("#panel .cited q")).to_have_text(re.compile("Zorvex Mining had revenue of \\$7 million"))
    page.locator("#panel .doc-title a").click()
    seen.settle()
    assert "entity=id%3Azorvex+mining" in seen.hash


def test_a_link_to_what_is_not_here_says_so(browser: Browser, url: str) -> None:
    """It shows no other knowledge base in its place, and lets one be chosen."""
    for seen in look(browser, url):
        page = seen.page
        page.goto(f"{url}/#/ask?kb=elsewhere")
        expect(page.locator(".trouble")).to_contain_text("No knowledge base “elsewhere” is here")
        page.locator("#kb").select_option("default")
        seen.settle()
        expect(page.locator(".examples a").first).to_be_visible()
        assert seen.amiss == []


def test_problems_say_what_to_do(seen: Seen) -> None:
    page = seen.go("#/timeline?entity=Nobody%20At%20All")
    expect(page.locator(".trouble h2")).to_be_visible()
    expect(page.locator(".trouble")).to_contain_text("Nobody At All")
    remedy = page.locator(".trouble .remedy").inner_text()
    assert remedy
    assert remedy not in page.locator(".trouble p").first.inner_text()
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)  # it would be the same
    page.route("**/timeline?*", lambda route: route.abort())
    seen.go("#/timeline?entity=Quillon")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    page.unroute("**/timeline?*")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".fact").first).to_be_visible()
    # which the browser tells of as well
    seen.amiss[:] = [one for one in seen.amiss if "404" not in one and "ERR_FAILED" not in one]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_barrier_to_anyone(browser: Browser, url: str, scheme: str) -> None:
    for seen in look(browser, url, scheme=scheme):
        for address in (
            "#/ask",
            ask(RESTATED),
            f"{ask(RESTATED)}&as_of=2024-03-01&doc=quillon-2023-q4&start=45&end=191",
            ask("What was Quillon's revenue in the first quarter of 2019?"),
            ask("How many employees did Halden have at the end of 2023?"),
            "#/timeline?entity=Quillon",
            "#/timeline?entity=Quillon&shape=table",
            "#/reports?period=2024-Q1",
            "#/changes",
            "#/documents",
        ):
            page = seen.go(address)
            found = Axe().run(page).response["violations"]
            barriers = [(v["id"], v["nodes"][0]["html"][:200]) for v in found if v["impact"] != "minor"]
            assert barriers == [], address
        assert seen.amiss == []


def test_nothing_is_wider_than_a_narrow_screen(browser: Browser, url: str) -> None:
    for seen in look(browser, url, width=360):
        for address in ("#/ask", ask(RESTATED), "#/timeline?entity=Quillon", "#/reports", "#/changes", "#/documents"):
            page = seen.go(address)
            assert page.evaluate("() => document.documentElement.scrollWidth") <= 360, address


def test_a_token_is_asked_for_and_one_that_reads_cannot_delete(browser: Browser, store: Path, tmp_path: Path) -> None:
    tokens = tmp_path / "tokens.json"
    secret = TokenFile(tokens).create("reader", "read", ())[1]
    copy = tmp_path / "kb"
    shutil.copytree(store, copy, ignore=shutil.ignore_patterns("*.lock"))
    for url in serve("--kb", str(copy), "--tokens", str(tokens)):
        for seen in look(browser, url):
            page = seen.page
            page.goto(f"{url}/#/documents")
            page.get_by_label("Token").fill("tw_wrong")
            page.keyboard.press("Enter")
            expect(page.get_by_role("dialog")).to_contain_text("not accepted")
            page.get_by_label("Token").fill(secret)
            page.keyboard.press("Enter")
            expect(page.locator("#documents > li").first).to_be_visible(timeout=WAIT)
            expect(page.get_by_role("button", name=re.compile("Delete"))).to_have_count(0)
            expect(page.locator("#drop")).to_have_count(0)


def test_an_empty_store_says_what_to_do(browser: Browser, tmp_path: Path) -> None:
    with timeweave.open(tmp_path / "empty"):
        pass
    for url in serve("--kb", str(tmp_path / "empty"), "--no-auth"):
        for seen in look(browser, url):
            for view in ("ask", "timeline", "reports", "changes", "documents"):
                seen.go(f"#/{view}")
                expect(seen.page.locator(".nothing")).to_be_visible()
            assert seen.amiss == []


def test_the_page_makes_no_markup_of_text() -> None:
    own = [path.read_text("utf-8") for path in PAGE.glob("*.js")]
    assert own
    forbidden = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\.html\(|\beval\(|new Function")
    assert not [found for text in own for found in forbidden.findall(text)]


def test_the_demo_shows_all_that_there_is_to_show(browser: Browser) -> None:
    """What a newcomer is served: questions, what took whose place, values in dispute, days of much news."""
    for url in serve("--demo"):
        for seen in look(browser, url):
            page = seen.go("")
            expect(page.locator(".examples a").nth(3)).to_be_visible()
            seen.go("#/timeline?entity=Quillon%20Instruments")
            expect(page.locator(".spike")).to_have_count(1)
            assert "from 20 May 2025 to 22 May 2025" in (page.locator(".spike").get_attribute("aria-label") or "")
            assert page.locator(".fact.closed").count() > 0
            seen.go("#/timeline?entity=Halden%20Marine%20Systems")
            assert page.locator(".fact.disputed").count() > 0
            assert seen.amiss == []


def test_each_of_one_name_is_opened(browser: Browser, tmp_path: Path) -> None:
    """From the list, and from the timeline of the one that the name leads to; the link is of that one alone."""
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([Document("a", "Ostra Foods opened a plant in Port Alden in March 2021.", date=dt.date(2021, 4, 1))])
        kb.add([Document("b", "Brightwater Ltd acquired Ostra Foods in May 2022.", date=dt.date(2022, 6, 1))])
        kb.entities.rename("Brightwater Ltd", "Ostra Foods", day=dt.date(2022, 6, 1))
    for url in serve("--kb", str(tmp_path / "kb"), "--no-auth"):
        for seen in look(browser, url):
            page = seen.go("#/timeline")
            chips = page.locator(".chip", has_text="Ostra Foods")
            leads = chips.evaluate_all("all => all.map(one => new URL(one.href).hash)")
            assert sorted(leads) == ["#/timeline?entity=id%3Abrightwater", "#/timeline?entity=id%3Aostra+foods"]
            seen.go("#/timeline?entity=Ostra%20Foods")
            page.locator(".namesakes .chip").click()
            seen.settle()
            expect(page.locator("h1 bdi")).to_have_text("Ostra Foods")
            expect(page.locator("#entity")).to_have_value("Ostra Foods")
            assert seen.hash.endswith("entity=id%3Abrightwater")
            expect(page.locator(".namesakes .chip")).to_have_count(1)
            expect(page.locator("#relation option")).to_have_text(["all", "acquired"])
            assert seen.amiss == []


def test_lists_are_quoted_in_a_line_and_names_lead_to_one(browser: Browser, tmp_path: Path) -> None:
    """The marks of a list are not part of what is quoted of it; of one name there is one chip."""
    roll = "# Minutes\n\n## Present\n\n* Ada Brook\n* Ben Marsh\n* Cleo Hart\n"
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([Document("minutes", roll, title="Port Lorne council meeting", date=dt.date(2024, 5, 9))], workers=1)
    for url in serve("--kb", str(tmp_path / "kb"), "--no-auth"):
        for seen in look(browser, url):
            page = seen.go(ask("Who attended the meeting on 9 May 2024?"))
            expect(page.locator(".cited q").first).to_have_text("Ada Brook · Ben Marsh · Cleo Hart")
            page = seen.go("#/timeline")
            names = page.locator(".chip bdi").all_inner_texts()
            assert len(names) == len(set(names)) > 2
            assert seen.amiss == []
