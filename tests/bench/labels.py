"""Scores the product's own functions over a labelled file: `python -m tests.bench.labels KIND FILE`.

KIND names a module `tests/bench/label_KIND.py` with `score(path) -> dict`; the last line printed is one JSON object.
"""

import argparse
import importlib
import json
import sys
from pathlib import Path

KINDS = tuple(sorted(path.stem.removeprefix("label_") for path in Path(__file__).parent.glob("label_*.py")))


def main(argv=None):
    parser = argparse.ArgumentParser(prog="python -m tests.bench.labels", description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("file", type=Path)
    parser.add_argument(
        "--semantic", action="store_true", help="ask the installed model too (pairs, retrieval)"
    )
    parser.add_argument("--rerank", action="store_true", help="and have it order the first again (retrieval)")
    options = parser.parse_args(argv)
    if not options.file.is_file():
        parser.error(f"no such file: {options.file}")
    if options.semantic and options.kind not in ("pairs", "retrieval"):
        parser.error("only pairs and retrieval know --semantic")
    if options.rerank and options.kind != "retrieval":
        parser.error("only retrieval knows --rerank")
    more = {name: True for name in ("semantic", "rerank") if getattr(options, name)}
    scored = importlib.import_module(f"tests.bench.label_{options.kind}").score(options.file, **more)
    print(json.dumps({"kind": options.kind, "file": options.file.name, **scored}, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
