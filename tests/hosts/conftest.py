"""The corpora of real transcripts, for the tests that look at them."""

import os
import tarfile
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def corpus(tmp_path_factory):
    root = os.environ.get("CM_CORPORA", "")
    if not root:
        pytest.skip("set CM_CORPORA to the folder of the corpora")
    folder = tmp_path_factory.mktemp("corpus")
    with tarfile.open(Path(root) / "transcripts-dev.tar.xz") as tar:
        tar.extractall(folder, filter="data")
    return folder
