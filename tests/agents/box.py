"""Runs one program with a scripted model beside it, in an environment that holds nothing of this machine's user.

Where the system lets us, it has a network of its own with nothing but loopback, and its processes end with it; elsewhere it is given
proxies that lead nowhere. `python -m tests.agents.box FILE` is the inner half, with the job as JSON.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from cm.llm.stand_in import Call, Script, Shell, Step, serve

PORT = 8399
ROOT = Path(__file__).resolve().parents[2]
ALONE = ("unshare", "-n", "-m", "-p", "-f", "--mount-proc", "--kill-child=KILL")


def is_sealed():
    """Whether a process here can have a network of its own."""
    if not shutil.which("unshare") or not shutil.which("ip"):
        return False
    return subprocess.run([*ALONE, "true"], capture_output=True).returncode == 0


def sealed(words):
    """The command line that runs another in such a network, where that is possible."""
    up = ("sh", "-c", 'ip link set lo up && exec "$@"', "sh")
    return [*ALONE, *up, *words] if is_sealed() else list(words)


def run(job, *, seconds):
    """Runs a job (see `inner`) and returns what it wrote into its `report`."""
    place = Path(job["report"]).with_suffix(".job")
    place.write_text(json.dumps(job))
    words = [sys.executable, "-m", "tests.agents.box", str(place)]
    alone = is_sealed()
    environ = {
        "PATH": os.environ.get("PATH", ""),
        "PYTHONPATH": str(ROOT),
        "CM_BOX": "sealed" if alone else "open",
    }
    subprocess.run(
        [*(ALONE if alone else ()), *words], env=environ, cwd=ROOT, timeout=seconds + 60, check=False
    )
    report = Path(job["report"])
    return (
        json.loads(report.read_text())
        if report.exists()
        else {"ended": None, "out": "", "err": "", "bodies": [], "lost": []}
    )


def step_of(value):
    calls = tuple(
        Shell(each["shell"])
        if "shell" in each
        else Call(each["pattern"], each["arguments"], each.get("named", ""))
        for each in value["calls"]
    )
    return Step(value["text"], calls)


def inner(job):
    """The model, the program, and a while for what the program leaves running."""
    environ = dict(job["environ"])
    if os.environ.get("CM_BOX") == "sealed":
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    else:
        nowhere = "http://127.0.0.1:9"
        environ |= {"HTTP_PROXY": nowhere, "HTTPS_PROXY": nowhere, "NO_PROXY": "127.0.0.1,localhost"}
    script = Script(tuple(step_of(each) for each in job["steps"]))
    serve(script, PORT)
    ended, out, err = None, "", ""
    begun = time.monotonic()
    for words in job["commands"]:
        try:
            done = subprocess.run(
                words, env=environ, cwd=job["folder"], stdin=subprocess.DEVNULL, capture_output=True, timeout=job["seconds"]
            )  # fmt: skip
            ended = done.returncode
            out += done.stdout.decode("utf-8", "replace")
            err += done.stderr.decode("utf-8", "replace")
        except subprocess.TimeoutExpired as late:
            ended, err = (
                -1,
                err
                + f"\nno end within {job['seconds']} seconds\n"
                + (late.stderr or b"").decode("utf-8", "replace"),
            )
            break
    took = time.monotonic() - begun
    wait_for(Path(job["wait_for"]), job["patience"])
    Path(job["report"]).write_text(
        json.dumps({"ended": ended, "out": out[-20000:], "err": err[-20000:], "bodies": script.bodies, "lost": script.lost, "took": took})
    )  # fmt: skip


def wait_for(log, patience):
    """Until the hook log tells of a reflection that came to its end, or for so long."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        if log.exists() and any(
            '"reflect' in line and '"begun"' not in line for line in log.read_text().splitlines()
        ):
            return
        time.sleep(0.2)


if __name__ == "__main__":
    inner(json.loads(Path(sys.argv[1]).read_text()))
