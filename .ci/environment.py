"""Create the environment .venv, or use an existing one, as the first step of `make`.

This script must run with any Python 3, so that it can say when the version is too old.
"""

import os
import subprocess
import sys

OLDEST = (3, 11)
HERE = os.path.join(".venv", "bin", "python")
CHECK = f"import sys, pip; sys.exit(sys.version_info < {OLDEST})"
SAY = "import platform; print('using .venv, with Python', platform.python_version())"


def main():
    """Make sure there is a working .venv, or say why there is none and what to do."""
    if os.path.exists(".venv"):
        if works(HERE):
            sys.exit(subprocess.call([HERE, "-c", SAY]))
        sys.exit(
            ".venv has no Python {}.{} or newer with pip: "
            "remove it (make clean), then run make again".format(*OLDEST)
        )
    if sys.version_info < OLDEST:
        sys.exit(
            "{} is Python {}.{}, but {}.{} or newer is needed: name a newer "
            "one, as in make lab PYTHON=python3.13".format(
                sys.executable, *(sys.version_info[:2] + OLDEST)
            )
        )
    try:
        import ensurepip  # noqa: F401
        import venv
    except ImportError:
        sys.exit(
            f"{sys.executable} cannot create environments: on Debian and Ubuntu, run "
            "apt install python3-venv"
        )
    # Like `python -m venv`, this makes links, so that the sandbox finds the base
    # Python.
    venv.create(".venv", with_pip=True, symlinks=os.name != "nt")


def works(python):
    """Whether an interpreter exists, is new enough, and has pip."""
    try:
        return subprocess.call([python, "-c", CHECK], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


if __name__ == "__main__":
    main()
