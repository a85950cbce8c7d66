"""The systemd unit and the container file: what they start serves, keeps what it acknowledged, and stops in order."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx2
import pytest

from timeweave.server.tokens import TokenFile

DEPLOY = Path(__file__).parents[2] / "deploy"
UNIT = (DEPLOY / "timeweave.service").read_text()
CONTAINER = (DEPLOY / "Containerfile").read_text()
PROGRAM = "/opt/timeweave/bin/timeweave"
MOST_EXPOSED = 20  # tenths, of systemd's own estimate; 0 is none, 100 all


def unit_line() -> list[str]:
    (line,) = re.findall(r"^ExecStart=(.+)$", UNIT, re.MULTILINE)
    program, *arguments = shlex.split(line)
    assert program == PROGRAM
    return arguments


def container_line() -> list[str]:
    (entry,) = re.findall(r"^ENTRYPOINT (\[.*\])$", CONTAINER, re.MULTILINE)
    (command,) = re.findall(r"^CMD (\[.*\])$", CONTAINER, re.MULTILINE)
    assert json.loads(entry) == ["timeweave"]
    return json.loads(command)


def health_check(port: int) -> int:
    """What the check of the container says of a server on another port."""
    (command,) = re.findall(r'^ +(\["python", .*\])$', CONTAINER, re.MULTILINE)
    assert ":8321/" in command
    _, *arguments = json.loads(command.replace(":8321/", f":{port}/"))
    return subprocess.run([sys.executable, *arguments], check=False, stderr=subprocess.DEVNULL, timeout=30).returncode


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_takes_the_unit_and_finds_it_closed(tmp_path: Path) -> None:
    """Every line is one that it knows, and little is left that the process may do."""
    unit = tmp_path / "timeweave.service"
    unit.write_text(UNIT.replace(PROGRAM, str(shutil.which("true"))))
    said = subprocess.run(["systemd-analyze", "verify", unit], check=False, capture_output=True, text=True, timeout=60)
    assert (said.returncode, [line for line in said.stderr.splitlines() if "timeweave" in line]) == (0, [])
    exposed = ["systemd-analyze", "security", "--offline=yes", f"--threshold={MOST_EXPOSED}", unit]
    judged = subprocess.run(exposed, check=False, capture_output=True, text=True, timeout=60)
    assert judged.returncode == 0, judged.stdout[-200:]


def test_all_that_the_container_copies_is_there() -> None:
    """And what it installs is what the lock names, as constraints that pip reads."""
    for sources in re.findall(r"^COPY (?!--from)(.+) \S+$", CONTAINER, re.MULTILINE):
        assert all((DEPLOY.parent / one).exists() for one in sources.split())
    (script,) = re.findall(r"sed -E '([^']+)'", CONTAINER)
    made = subprocess.run(
        ["sed", "-E", script, DEPLOY.parent / "requirements.lock"], check=True, capture_output=True, text=True
    ).stdout
    lines = [line for line in made.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    assert lines
    assert all(re.fullmatch(r"[\w.\[\],-]+==\S+( ; .+)?", line) for line in lines)


@pytest.mark.slow
@pytest.mark.parametrize(("line", "home"), [(unit_line(), "/var/lib/timeweave"), (container_line(), "/data")])
def test_what_is_started_serves_and_stops(line: list[str], home: str, tmp_path: Path) -> None:
    """The very line, but for the folder and the port: after a kill what was acknowledged is there, SIGTERM ends it."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    (tmp_path / "stores").mkdir()
    arguments = [one.replace(home, str(tmp_path)) for one in line]
    tokens = [] if "--tokens" in arguments else ["--tokens", str(tmp_path / "tokens.json")]
    _, secret = TokenFile(tmp_path / "tokens.json").create("me", "admin", ())
    command = [sys.executable, "-m", "timeweave", *arguments, *tokens, "--port", str(port)]
    headers = {"Authorization": f"Bearer {secret}"}
    base = f"http://127.0.0.1:{port}/v1/kb/press"
    document = {"id": "a", "date": "2024-05-02", "text": "Ada Brook was appointed chair of Quillon in May 2024."}
    assert health_check(port) != 0
    with httpx2.Client(headers=headers, timeout=60, trust_env=False) as client:
        for ending in (signal.SIGKILL, signal.SIGTERM):
            running = subprocess.Popen(command, stderr=subprocess.DEVNULL)
            try:
                deadline = time.monotonic() + 60
                while health_check(port):
                    assert time.monotonic() < deadline
                if ending is signal.SIGKILL:
                    assert client.put(base).status_code in (200, 201)
                    assert client.post(f"{base}/documents", json={"documents": [document]}).status_code == 202
                else:
                    while client.get(f"{base}/documents").json()["items"] == []:
                        assert time.monotonic() < deadline
                        time.sleep(0.1)
                    asked = client.post(f"{base}/ask", json={"question": "Who is chair of Quillon?"}).json()
                    assert asked["answer"] == "Ada Brook"
            finally:
                running.send_signal(ending)
                status = running.wait(60)
            assert status == (-signal.SIGKILL if ending is signal.SIGKILL else 0)
