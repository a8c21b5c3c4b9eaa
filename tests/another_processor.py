"""The lessons by nbval as on another processor, and on two threads for one.

Another processor rounds otherwise. NumPy does without the instruction sets that it is
told, if it uses them here and by that name, so it is asked for the names first;
OpenBLAS takes the kernels of an old processor.

Two threads wait for each other in a loop: where others are at work on the same cores, a
cell of 2 s takes minutes. Hence no other tests have two, and here one lesson runs after
the other, each in a kernel that is started for it.
"""

import os
import platform
import subprocess
import sys

import numpy


def environment():
    """Return the variables that make numbers come out as on another processor."""
    arm = platform.machine().lower() in ("arm64", "aarch64")
    found = numpy.show_config("dicts")["SIMD Extensions"].get("found", [])
    return {
        "NPY_DISABLE_CPU_FEATURES": " ".join(found),
        "OPENBLAS_CORETYPE": "ARMV8" if arm else "Nehalem",
    }


def main():
    """Run nbval over all notebooks and leave with its status."""
    other = environment()
    without = other["NPY_DISABLE_CPU_FEATURES"] or "(nothing to do without here)"
    print(f"The lessons as on another processor, without {without}", flush=True)
    command = [sys.executable, "-m", "pytest", "notebooks", "-n", "0"]
    command += ["--nbval", "--nbval-current-env", "--nbval-cell-timeout=180"]
    variables = os.environ | other | {"OPENBLAS_NUM_THREADS": "2"}
    sys.exit(subprocess.run(command, env=variables).returncode)


if __name__ == "__main__":
    main()
