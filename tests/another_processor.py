"""Run the lessons with nbval as if on another processor, and on two threads.

Another processor rounds differently. NumPy can be told to do without some instruction
sets, but only by the names of those that it uses here, so NumPy is asked for these
names first. OpenBLAS is told to use the kernels of an old processor.

Two threads wait for each other in a loop: if other processes use the same cores, a cell
of 2 s takes minutes. So all other tests use one thread, and here the lessons run one
after the other, each in a kernel of its own.
"""

import os
import platform
import subprocess
import sys

import numpy


def environment():
    """Return the variables that make numbers come out as if on another processor."""
    arm = platform.machine().lower() in ("arm64", "aarch64")
    found = numpy.show_config("dicts")["SIMD Extensions"].get("found", [])
    return {
        "NPY_DISABLE_CPU_FEATURES": " ".join(found),
        "OPENBLAS_CORETYPE": "ARMV8" if arm else "Nehalem",
    }


def main():
    """Run nbval on all notebooks and exit with its status."""
    other = environment()
    without = other["NPY_DISABLE_CPU_FEATURES"] or "any change to NumPy"
    print(f"Running as if on another processor, without {without}", flush=True)
    command = [sys.executable, "-m", "pytest", "notebooks", "-n", "0"]
    command += ["--nbval", "--nbval-current-env", "--nbval-cell-timeout=180"]
    variables = os.environ | other | {"OPENBLAS_NUM_THREADS": "2"}
    sys.exit(subprocess.run(command, env=variables).returncode)


if __name__ == "__main__":
    main()
