"""Keys and text go where the user of this machine wants them, whatever a folder of data or a store names."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from modelserver import TestEndpoint

import timeweave
from timeweave.embedding import get_embedder
from timeweave.errors import ModelError, UntrustedError, UsageError
from timeweave.llm.base import Message, Role
from timeweave.llm.choosing import open_model
from timeweave.settings import Use, load
from timeweave.settings.trust import Trusted, read_trusted, update_trusted

KEY = "sk-marker-of-a-key-0123456789"
OTHER = "http://127.0.0.1:9/v1"
DOCUMENT = timeweave.Document("a", "Acme Corp had revenue of $12 million in 2023.", date=dt.date(2024, 1, 9))


@pytest.fixture(autouse=True)
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user with a key, and a configuration folder of their own in which nothing is approved yet."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "user"))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    return tmp_path / "user" / "timeweave"


@pytest.fixture
def cloned(tmp_path: Path) -> Path:
    """A folder from somebody else, in which a knowledge base is or is made."""
    (tmp_path / "cloned").mkdir()
    return tmp_path / "cloned"


@pytest.fixture
def redirecting(endpoint: TestEndpoint) -> Iterator[str]:
    """The address of a server that sends every request on to the test endpoint, its body with it."""

    class Redirect(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(307)
            self.send_header("Location", endpoint.url.removesuffix("/v1") + self.path)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Redirect)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    server.server_close()


def run(*arguments: object, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """`timeweave` in a process of its own, as that user."""
    return subprocess.run(
        [sys.executable, "-m", "timeweave", *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=240,
    )


def settings_of(folder: Path, text: str) -> Path:
    file = folder / "timeweave.toml"
    file.write_text(text, encoding="utf-8")
    return file


def received(kb: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store that somebody else made, with an embedder at ``url``."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(kb.parent / "somebody"))
        with timeweave.open(kb, embedder="openai:vectors", embedder_url=url) as made:
            made.add([DOCUMENT])
    return kb


@pytest.mark.parametrize("place", ["beside", "inside"])
def test_a_file_of_the_data_sends_no_key_anywhere(endpoint: TestEndpoint, cloned: Path, place: str) -> None:
    """An address in a cloned `timeweave.toml` gets nothing: the command ends with the address and the remedy."""
    kb = cloned / "kb"
    with timeweave.open(kb) as made:
        made.add([DOCUMENT])
    file = settings_of(
        cloned if place == "beside" else kb,
        f'embedder = "openai:v"\nembedder_url = "{endpoint.url}"\n[llm]\nmodel = "openai:m"\nurl = "{endpoint.url}"',
    )
    for arguments in (("add", "."), ("ask", "What was Acme's strategy?")):
        ran = run(*arguments, "--kb", kb, cwd=cloned)
        assert ran.returncode == 2, ran.stderr
        assert endpoint.url in ran.stderr
        assert f"`timeweave trust {file}`" in ran.stderr
    assert endpoint.calls == ()
    assert run("stats", "--kb", kb, cwd=cloned).returncode == 0  # what sends nothing needs no approval


def test_what_is_approved_is_used_until_it_changes(endpoint: TestEndpoint, cloned: Path) -> None:
    """`timeweave trust FILE` approves what it names now: another address is not, and other weights change nothing."""
    file = settings_of(cloned, f'[llm]\nmodel = "openai:m"\nurl = "{endpoint.url}"\n')
    approved = run("trust", file, "--json", cwd=cloned)
    assert json.loads(approved.stdout)["approved"] == [{"what": str(file), "names": ["openai:m", endpoint.url]}]
    assert load(cloned / "kb").models[Use.ANSWER].refused is None
    settings_of(cloned, f'[llm]\nmodel = "openai:m"\nurl = "{endpoint.url}"\n[hybrid]\nalpha = 2\n')
    assert load(cloned / "kb").models[Use.ANSWER].refused is None
    settings_of(cloned, f'[llm]\nmodel = "openai:m"\nurl = "{OTHER}"\n')
    assert load(cloned / "kb").models[Use.ANSWER].refused is not None


def test_an_approval_is_for_one_place_and_can_be_taken_back(
    endpoint: TestEndpoint, cloned: Path, tmp_path: Path
) -> None:
    """The same file elsewhere is not approved; `--revoke` takes back, `--list` shows."""
    file = settings_of(cloned, f'[llm]\nmodel = "openai:m"\nurl = "{endpoint.url}"\n')
    assert run("trust", file, cwd=cloned).returncode == 0
    (tmp_path / "copied").mkdir()
    settings_of(tmp_path / "copied", file.read_text())
    assert load(tmp_path / "copied" / "kb").models[Use.ANSWER].refused is not None
    assert str(file) in run("trust", "--list", cwd=cloned).stdout
    assert run("trust", "--revoke", file, cwd=cloned).stdout == "nothing is approved\n"
    assert load(cloned / "kb").models[Use.ANSWER].refused is not None


def test_an_address_can_be_approved_for_all(endpoint: TestEndpoint, cloned: Path) -> None:
    """`timeweave trust URL`: whoever names it then, in whatever form."""
    settings_of(cloned, f'[llm]\nmodel = "openai:m"\nurl = "{endpoint.url}"\n')
    assert run("trust", endpoint.url.upper().replace("/V1", "/v1/"), cwd=cloned).returncode == 0
    assert load(cloned / "kb").models[Use.ANSWER].refused is None
    assert run("trust", "ftp://x/y", cwd=cloned).returncode == 2
    assert run("trust", cloned / "nothing", cwd=cloned).returncode == 2


def test_an_argument_beats_the_address_of_a_file(cloned: Path) -> None:
    """A model that is named as an argument, or in the environment, has the address named there, else its provider's."""
    file = settings_of(
        cloned, f'embedder = "openai:v"\nembedder_url = "{OTHER}"\n[llm]\nmodel = "openai:m"\nurl = "{OTHER}"'
    )
    run("trust", file, cwd=cloned)
    for given in ({"llm": "openai:m"}, {"environment": {"TIMEWEAVE_LLM": "openai:m"}}):
        assert {m.url for m in load(cloned / "kb", **given).models.values()} == {None}  # type: ignore[arg-type]
    found = load(cloned / "kb", embedder="openai:v", environment={}).embedder
    assert found is not None
    assert found.url is None


def test_an_address_within_a_name_is_an_address(cloned: Path) -> None:
    """`openai:MODEL at URL` in a file is held to the same; a model's name that is an address is refused outright."""
    settings_of(cloned, f'embedder = "openai:v at {OTHER}"\n[llm]\nmodel = "openai:m at {OTHER}"\n')
    with pytest.raises(UntrustedError, match="names the address"), timeweave.open(cloned / "kb", llm="none"):
        pass
    for name in ("huggingface:https://example.org/v1", f"openai:m at {OTHER}", "local:http://example.org/m.gguf"):
        with pytest.raises(UsageError, match="holds an address"):
            open_model(name)
    with pytest.raises(UsageError, match="holds an address"):
        get_embedder("openai:http://example.org/v1")


def test_a_received_store_sends_no_key_anywhere(
    endpoint: TestEndpoint, cloned: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The address that a store remembers gets nothing, neither a question nor a document, before it is approved."""
    kb = received(cloned / "kb", endpoint.url, monkeypatch)
    endpoint.forget()
    with timeweave.open(kb) as base:
        for ask in (
            lambda: base.search("Acme's revenue"),
            lambda: base.add([DOCUMENT]),
            lambda: base.timeline("Nobody"),
        ):
            with pytest.raises(UntrustedError, match=endpoint.url) as raised:
                ask()
            assert f"`timeweave trust {kb}`" in str(raised.value)
        assert base.timeline("Acme Corp").facts  # needs no vector
    assert endpoint.calls == ()
    with timeweave.open(kb, embedder_url=endpoint.url) as base:
        assert base.search("Acme's revenue").evidence
    assert json.loads(run("trust", kb, "--json", cwd=cloned).stdout)["approved"] == [
        {"what": str(kb), "names": [f"openai:vectors at {endpoint.url}"]}
    ]
    with timeweave.open(kb) as base:
        assert base.search("Acme's revenue").evidence


def test_whoever_makes_a_store_has_named_its_address(endpoint: TestEndpoint, cloned: Path) -> None:
    """It is not asked for again, neither after making it nor after `reembed`; another address at that place is."""
    kb = cloned / "kb"
    for model in ("openai:vectors", "openai:others"):
        with timeweave.open(
            kb, embedder=model if model.endswith("vectors") else None, embedder_url=endpoint.url
        ) as base:
            base.add([DOCUMENT])
            base.rebuild(embedder=get_embedder(model, url=endpoint.url))
        with timeweave.open(kb) as base:
            assert base.search("Acme's revenue").evidence
            assert base.embedder.name == f"{model} at {endpoint.url}"
    with timeweave.open(kb) as base, base._store.transaction() as transaction:
        transaction.set_setting("embedder", f"openai:vectors at {OTHER}")
    with timeweave.open(kb) as base, pytest.raises(UntrustedError, match=OTHER):
        base.search("Acme's revenue")


def test_the_users_own_file_needs_no_approval(endpoint: TestEndpoint, cloned: Path, user: Path) -> None:
    """What stands in the user's configuration folder holds where a file of the data says nothing else."""
    user.mkdir(parents=True)
    settings_of(user, f'[llm]\nmodel = "openai:mine"\nurl = "{endpoint.url}"\nbudget_tokens = 5_000\n')
    found = load(cloned / "kb").models[Use.ANSWER]
    assert (found.model, found.url, found.refused, found.named_by) == ("openai:mine", endpoint.url, None, None)
    file = settings_of(cloned, '[llm]\nmodel = "openai:theirs"\nbudget_tokens = 9_000_000\n')
    settings = load(cloned / "kb")
    theirs = settings.models[Use.ANSWER]
    assert (theirs.model, theirs.url, theirs.named_by) == ("openai:theirs", None, file)
    assert settings.budget_tokens == 5_000  # a file of the data cannot raise it
    assert load(cloned / "kb", budget_tokens=7_000).budget_tokens == 7_000


def test_a_relative_configuration_folder_is_none(cloned: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be a folder of the data: the one in the user's home counts."""
    monkeypatch.setenv("XDG_CONFIG_HOME", "config")
    monkeypatch.setenv("HOME", str(cloned / "home"))
    monkeypatch.chdir(cloned)
    (cloned / "config" / "timeweave").mkdir(parents=True)
    settings_of(cloned / "config" / "timeweave", f'[llm]\nmodel = "openai:m"\nurl = "{OTHER}"\n')
    assert load(cloned / "kb").models == {}
    (cloned / "home" / ".config" / "timeweave").mkdir(parents=True)
    settings_of(cloned / "home" / ".config" / "timeweave", '[llm]\nmodel = "openai:mine"\n')
    assert load(cloned / "kb").models[Use.ANSWER].model == "openai:mine"


@pytest.mark.parametrize(
    "text", ['[llm]\nmodel = "local:model.gguf"\n', '[hybrid]\nreranker = "models"\nrerank = true\n']
)
def test_a_model_of_the_data_is_not_run_before_it_is_approved(cloned: Path, text: str) -> None:
    """Weights are read by native code: those of a stranger only where the user wants it."""
    file = settings_of(cloned, text)
    with pytest.raises(UntrustedError, match="names the model"), timeweave.open(cloned / "kb"):
        pass
    assert run("trust", file, cwd=cloned).returncode == 0
    with pytest.raises(UsageError) as raised, timeweave.open(cloned / "kb"):  # approved, but there is none
        pass
    assert not isinstance(raised.value, UntrustedError)


def test_a_redirect_is_not_followed(redirecting: str, endpoint: TestEndpoint) -> None:
    """Whoever is named gets text and key; nobody that the request is sent on to does."""
    with pytest.raises(ModelError, match="sends on to another address"):
        open_model("openai:m", redirecting).complete([Message(Role.USER, "secret plans")], {"type": "object"})
    with pytest.raises(ModelError, match="sends on to another address"):
        get_embedder("openai:v", url=redirecting).embed(["secret plans"])
    assert endpoint.calls == ()


def test_the_first_use_of_the_network_says_where_to(endpoint: TestEndpoint, cloned: Path) -> None:
    """Once a run, on standard error: a note where the user named it, a warning where a file or a store did."""
    (cloned / "a.txt").write_text(DOCUMENT.text)
    embedder = ("--embedder", "openai:vectors", "--embedder-url", endpoint.url)
    ran = run("add", "a.txt", *embedder, "--llm", "openai:m", "--llm-url", endpoint.url, "--json", cwd=cloned)
    assert json.loads(ran.stdout)["added"] == 1
    notes = [line for line in ran.stderr.splitlines() if line.startswith("note: ")]
    assert notes == [
        f"note: openai:{m} gets text of documents and questions, at {endpoint.url}" for m in ("vectors", "m")
    ]
    run("trust", settings_of(cloned, f'[llm]\nmodel = "openai:m"\nurl = "{endpoint.url}"\n'), cwd=cloned)
    ran = run("ask", "What is Acme's strategy?", cwd=cloned, http_proxy="http://me:secret@127.0.0.1:9")
    assert f"at {endpoint.url}, through the proxy http://127.0.0.1:9: named by '.timeweave'" in ran.stderr
    ran = run("ask", "What is Acme's strategy?", cwd=cloned)
    assert f"warning: openai:m gets text of documents and questions, at {endpoint.url}: named by" in ran.stderr


def test_a_damaged_record_of_approvals_is_named(cloned: Path, user: Path) -> None:
    """Nothing is approved by a record that cannot be read, and nothing overwrites it."""
    user.mkdir(parents=True)
    (user / "trusted.json").write_text('{"addresses": 5')
    ran = run("trust", OTHER, cwd=cloned)
    assert ran.returncode == 2
    assert f"'{user / 'trusted.json'}' is damaged: delete it" in ran.stderr
    assert (user / "trusted.json").read_text() == '{"addresses": 5'


def test_the_record_is_the_users_alone(cloned: Path, user: Path) -> None:
    """Others on the machine can neither read nor change it."""
    assert run("trust", OTHER, cwd=cloned).returncode == 0
    assert (user / "trusted.json").stat().st_mode & 0o077 == 0
    assert user.stat().st_mode & 0o077 == 0


def test_no_module_of_the_folder_is_run(endpoint: TestEndpoint, cloned: Path) -> None:
    """A stranger's folder may hold a `json.py`: neither the processes that prepare documents nor a model's take it."""
    for name in ("json", "signal", "pickle", "loky", "multiprocessing", "numpy", "timeweave", "xllamacpp"):
        (cloned / f"{name}.py").write_text(f"open({str(cloned / 'ran')!r}, 'a').write({name!r})\n")
    for name in ("a", "b", "c"):
        (cloned / f"{name}.txt").write_text("Ostra Foods opened a store in Port Alden. " * 1700)
    (cloned / "model.gguf").write_bytes(b"GGUF")
    program = [sys.executable, "-P", "-m", "timeweave"]  # as the command that is installed: `-m` alone reads the folder
    done = subprocess.run(
        [*program, "add", "a.txt", "b.txt", "c.txt", "--workers", "2", "--json"],
        cwd=cloned, capture_output=True, text=True, timeout=240,
    )  # fmt: skip
    assert json.loads(done.stdout)["added"] == 3
    pytest.importorskip("xllamacpp")
    done = subprocess.run(
        [*program, "ask", "What is Ostra's strategy?", "--llm", "local:model.gguf"],
        cwd=cloned, capture_output=True, text=True, timeout=240,
    )  # fmt: skip
    assert "cannot be loaded" in done.stderr
    assert not (cloned / "ran").exists()


def test_a_link_to_an_approved_file_approves_no_other_model(cloned: Path, tmp_path: Path) -> None:
    """A stranger's `timeweave.toml` that links to one that is approved brings no model of the stranger's folder."""
    own = tmp_path / "own"
    own.mkdir()
    file = settings_of(own, '[llm]\nmodel = "local:model.gguf"\n[hybrid]\nreranker = "models"\nrerank = true\n')
    assert run("trust", file, cwd=own).returncode == 0
    (cloned / "timeweave.toml").symlink_to(file)
    settings = load(cloned / "kb")
    assert settings.models[Use.ANSWER].model == f"local:{own / 'model.gguf'}"
    assert settings.hybrid.reranker == own / "models"


def test_what_is_approved_steers_no_terminal(cloned: Path) -> None:
    """What a file names is shown as it is: it cannot delete the line that tells its address."""
    file = settings_of(cloned, f'[llm]\nmodel = "openai:m\\u001b[2K\\nx"\nurl = "{OTHER}"\n')
    assert run("trust", file, cwd=cloned).stdout == f"approved {file}: openai:m [2K x, {OTHER}\n"


def test_only_models_and_addresses_are_approved(cloned: Path) -> None:
    """A temperature that is changed later needs no new approval, and is not told as something approved."""
    text = f'[llm]\nmodel = "openai:m"\nurl = "{OTHER}"\nthinking = "high"\n'
    file = settings_of(cloned, text)
    assert run("trust", file, cwd=cloned).stdout == f"approved {file}: openai:m, {OTHER}\n"
    settings_of(cloned, f"{text}temperature = 0.5\nmax_tokens = 100\n")
    assert load(cloned / "kb").models[Use.ANSWER].refused is None
    settings_of(cloned, f'{text}[llm.judge]\nmodel = "local:x.gguf"\n')
    assert load(cloned / "kb").models[Use.JUDGE].refused is not None


def test_reembed_says_where_to_and_takes_no_password(endpoint: TestEndpoint, cloned: Path) -> None:
    """`timeweave reembed` sends every document: it says so as `add` does, and refuses what `add` refuses."""
    with timeweave.open(cloned / "kb") as made:
        made.add([DOCUMENT])
    with_password = endpoint.url.replace("://", "://me:secret@")
    ran = run("reembed", "openai:v", "--embedder-url", with_password, "--kb", "kb", cwd=cloned)
    assert (ran.returncode, "holds a secret" in ran.stderr) == (2, True)
    assert endpoint.calls == ()
    ran = run("reembed", "openai:v", "--embedder-url", endpoint.url, "--kb", "kb", "--json", cwd=cloned)
    assert json.loads(ran.stdout) == {"embedder": f"openai:v at {endpoint.url}"}
    assert ran.stderr == f"note: openai:v gets text of documents and questions, at {endpoint.url}\n"


def test_each_folder_that_switches_a_model_on_is_told(endpoint: TestEndpoint, caplog: pytest.LogCaptureFixture) -> None:
    """One process for many stores: that the user named an address for one says nothing of another's file."""
    with caplog.at_level("INFO", logger="timeweave.network"):
        for file in (None, "a/timeweave.toml", "a/timeweave.toml", "b/timeweave.toml"):
            with contextlib.suppress(ModelError):  # the endpoint knows no such task
                open_model("openai:m", endpoint.url, named_by=file).complete([Message(Role.USER, "?")], {})
    assert [record.levelname for record in caplog.records] == ["INFO", "WARNING", "WARNING"]


def test_openais_own_address_needs_no_approval(cloned: Path) -> None:
    """It is where its key goes in any case: written out in a file, it is no other address."""
    settings_of(cloned, '[llm]\nmodel = "openai:m"\nurl = "https://API.openai.com:443/v1/"\n')
    assert load(cloned / "kb").models[Use.ANSWER].refused is None
    for other in (
        "http://api.openai.com/v1",
        "https://api.openai.com.evil.example/v1",
        "https://api.openai.com./v1",
        "https://api.openai.com:444/v1",
        "https://api%2eopenai.com/v1",
        "https://evil.example#@api.openai.com/v1",
        "https://evil.example/https://api.openai.com/v1",
    ):
        settings_of(cloned, f'[llm]\nmodel = "openai:m"\nurl = "{other}"\n')
        assert load(cloned / "kb").models[Use.ANSWER].refused is not None, other
    for unreadable in (
        "https://api.openai.com@evil.example/v1",
        "https://evil.example\\\\@api.openai.com/v1",
        "https://api.openaı.com/v1",
        "https://api.openai.com\\t/v1",
        " https://api.openai.com/v1",
        "https://[::1/v1",
        "//evil.example/v1",
        "file:///etc/passwd",
    ):
        settings_of(cloned, f'[llm]\nmodel = "openai:m"\nurl = "{unreadable}"\n')
        with pytest.raises(UsageError):
            load(cloned / "kb")


def test_what_a_folder_approved_is_taken_back_with_it(endpoint: TestEndpoint, cloned: Path) -> None:
    """`trust FOLDER` approves the settings file too, so `--revoke FOLDER` takes it back; what was not is an error."""
    settings_of(cloned, f'[llm]\nmodel = "openai:m"\nurl = "{endpoint.url}"\n')
    assert run("trust", cwd=cloned).stdout.startswith("approved ")  # before the default knowledge base is made
    with timeweave.open(cloned / ".timeweave", llm="none") as made:
        made.add([DOCUMENT])
    assert run("trust", cwd=cloned).returncode == 0
    assert run("trust", "--revoke", cwd=cloned).stdout == "nothing is approved\n"
    for unknown in (".timeweave", OTHER, "http://[", "http://x:y/"):
        ran = run("trust", "--revoke", unknown, cwd=cloned)
        assert (ran.returncode, ran.stderr.startswith("error: ")) == (2, True), ran.stderr
    assert "`timeweave trust --list`" in run("trust", "--revoke", OTHER, cwd=cloned).stderr


def test_an_approval_taken_back_stays_so_beside_other_processes(user: Path) -> None:
    """Two changes at once are made one after the other: none writes back what the other took away."""
    update_trusted(lambda trusted: trusted.with_address(OTHER))
    began, done = threading.Event(), threading.Event()

    def slow(trusted: Trusted) -> Trusted:
        began.set()
        done.wait(0.5)
        return trusted.with_address("http://127.0.0.1:7/v1")

    def revoke() -> None:
        update_trusted(lambda trusted: trusted.without(OTHER))
        done.set()

    first = threading.Thread(target=update_trusted, args=(slow,))
    first.start()
    began.wait()
    second = threading.Thread(target=revoke)
    second.start()
    first.join()
    second.join()
    assert read_trusted().addresses == {"http://127.0.0.1:7/v1"}
    assert [path.name for path in user.iterdir()] == ["trusted.json"]


def test_a_refusal_says_what_the_same_command_can_do(
    endpoint: TestEndpoint, cloned: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`ask` has no option for the embedder: its refusal names the variable, which then works."""
    kb = received(cloned / "kb", endpoint.url, monkeypatch)
    ran = run("search", "Acme's revenue", "--kb", kb, cwd=cloned)
    assert (ran.returncode, "TIMEWEAVE_EMBEDDER_URL" in ran.stderr) == (2, True)
    assert run("search", "Acme's revenue", "--kb", kb, cwd=cloned, TIMEWEAVE_EMBEDDER_URL=endpoint.url).returncode == 0
    with timeweave.open(cloned / "other") as made:
        made.add([DOCUMENT])
    settings_of(cloned, f'embedder = "openai:v"\nembedder_url = "{OTHER}"\n')
    ran = run("search", "Acme's revenue", "--kb", "other", cwd=cloned)
    assert (ran.returncode, "TIMEWEAVE_EMBEDDER" in ran.stderr) == (2, True)
    assert run("search", "Acme's revenue", "--kb", "other", cwd=cloned, TIMEWEAVE_EMBEDDER="minilm").returncode == 0
