"""What a host starts at a moment: `python -I cm/cli/hook_start.py MOMENT --host NAME`. It answers through the quick door, whatever happens.

Started by its path: `-m` would look for `cm` in the folder at work, which may be a stranger's. Only this cm is used, the one that it lies
in. Not here: anything else (`quick_hook.py`).
"""

import gc
import os
import sys


def main() -> int:
    """Runs the quick door; what cannot even be imported is silence too, since some hosts take any status for a denial."""
    here = __file__.replace("\\", "/").rsplit("/", 3)[0]
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        from cm.cli.quick_hook import main as hook
    except Exception:  # an installation that is half gone: the agent goes on
        return 0
    return hook(sys.argv[1:])


if __name__ == "__main__":
    gc.disable()  # a hook is over before there is anything to collect
    os._exit(main())  # what was said is written; taking everything apart takes longer than much of the rest
