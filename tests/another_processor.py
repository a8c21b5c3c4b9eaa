"""Run the lessons again as on another processor: ``python tests/another_processor.py``.

Another processor rounds otherwise. NumPy does without the instruction sets that it is
told, if it uses them here and by that name, so it is asked for the names first;
OpenBLAS takes the kernels of an old processor, on two threads in place of one.

Two threads wait for each other in a loop: where others are at work on the same cores, a
cell of 2 s takes minutes. Hence no other tests have two, and here one lesson runs after
the other.
"""

import os
import platform
import subprocess
import sys

import numpy


def main():
    """Run pytest over the notebooks and leave with its status."""
    found = numpy.show_config("dicts")["SIMD Extensions"].get("found", [])
    arm = platform.machine().lower() in ("arm64", "aarch64")
    environment = os.environ | {
        "NPY_DISABLE_CPU_FEATURES": " ".join(found),
        "OPENBLAS_CORETYPE": "ARMV8" if arm else "Nehalem",
        "OPENBLAS_NUM_THREADS": "2",
    }
    without = " ".join(found) or "(nothing to do without here)"
    print(f"The lessons as on another processor, without {without}", flush=True)
    command = [sys.executable, "-m", "pytest", "notebooks", "-n", "0"]
    command += ["--nbval-cell-timeout=180"]
    sys.exit(subprocess.run(command, env=environment).returncode)


if __name__ == "__main__":
    main()
