"""`python -m tests.stories.dying STEP WORDS…` runs `cm WORDS…` and kills itself at its STEPth touch of the disk."""

import sys

from cm.cli.app import main
from tests.stories.killed_child import dying_at

if __name__ == "__main__":
    dying_at(int(sys.argv[1]))
    sys.exit(main(sys.argv[2:]))
