"""`python -m cm` is `cm`."""

import sys

from cm.cli.quick import main

if __name__ == "__main__":
    sys.exit(main())
