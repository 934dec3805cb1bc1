"""A coding agent's program in print mode, for tests: notes what it was given in `$FAKE_AGENT_LOG`, then does what `$FAKE_AGENT` says."""

import json
import os
import sys
import time


def main():
    question = sys.stdin.read()
    with open(os.environ["FAKE_AGENT_LOG"], "a") as log:
        log.write(
            json.dumps(
                {
                    "pid": os.getpid(),
                    "argv": sys.argv[1:],
                    "stdin": question,
                    "env": dict(os.environ),
                    "cwd": os.getcwd(),
                    "files": os.listdir("."),
                }
            )
            + "\n"
        )
    how = os.environ.get("FAKE_AGENT", "say")
    text = os.environ.get("FAKE_AGENT_TEXT", '{"deltas": []}')
    if how == "say":
        print(text)
    elif how == "json":
        usage = {
            "input_tokens": 10,
            "output_tokens": 20,
            "cache_read_input_tokens": 5,
            "cache_creation_input_tokens": 7,
        }
        print(
            json.dumps(
                {
                    "type": "result",
                    "is_error": False,
                    "result": text,
                    "total_cost_usd": 0.0125,
                    "usage": usage,
                }
            )
        )
    elif how == "file":
        with open(sys.argv[sys.argv.index("--output-last-message") + 1], "w") as file:
            file.write(text)
        print("thinking aloud")
    elif how == "error":
        print("Error: not logged in, run login", file=sys.stderr)
        sys.exit(1)
    elif how == "is_error":
        print(json.dumps({"type": "result", "is_error": True, "result": "usage limit reached"}))
    elif how == "slow":
        time.sleep(30)
    elif how == "flood":
        for _ in range(40):
            sys.stdout.write("x" * 1_000_000)
    elif how == "reflect":  # a hook that was not switched off
        import subprocess

        done = subprocess.run(
            [sys.executable, "-m", "cm", "reflect"], capture_output=True, text=True, check=False
        )
        print(json.dumps({"code": done.returncode, "err": done.stderr}))


if __name__ == "__main__":
    main()
