"""Kernels and commands that are forks: each does as a process of its own."""

import contextlib
import os
import signal
import time

import pytest
from jupyter_client.manager import start_new_kernel

from . import forked

pytestmark = pytest.mark.skipif(
    not forked.is_possible(), reason="kernels start as ever on this system"
)
SECONDS = 30


@pytest.fixture(scope="module")
def nursery(tmp_path_factory):
    """Start a nursery, and let Jupyter take its kernels."""
    nursery = forked.Nursery(tmp_path_factory.mktemp("nursery"))
    with pytest.MonkeyPatch.context() as patch:
        for name, value in nursery.variables.items():
            patch.setenv(name, value)
        yield nursery
    nursery.stop()


@contextlib.contextmanager
def started(**options):
    """Start a kernel and end it; give its manager and a function that asks it."""
    manager, client = start_new_kernel(**options)

    def ask(code, expression="None"):
        reply = client.execute(
            code, user_expressions={"it": expression}, reply=True, timeout=SECONDS
        )["content"]
        if reply["status"] == "error":
            return reply["ename"]
        return eval(reply["user_expressions"]["it"]["data"]["text/plain"])

    try:
        yield manager, ask
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def is_gone(pid):
    """Tell whether a process ends within some seconds."""
    for _ in range(100):
        if not os.path.exists(f"/proc/{pid}"):
            return True
        time.sleep(0.05)
    return False


def test_it_has_the_folder_and_the_variables_of_its_start(nursery, tmp_path):
    given = os.environ | {"OF_THIS_TEST": "there"}
    with started(cwd=tmp_path, env=given) as (_, ask):
        found = ask("import os", "(os.getcwd(), os.environ['OF_THIS_TEST'])")
    assert found == (str(tmp_path), "there")


def test_it_is_a_fork_and_nothing_of_one_is_in_the_next(nursery):
    parents = []
    for _ in range(2):
        with started() as (_, ask):
            assert ask("", "'pandora' in vars(__import__('posenc_lessons'))") is False
            ask("import posenc_lessons; posenc_lessons.pandora = 1; import os")
            parents.append(ask("", "os.getppid()"))
    assert parents == [nursery.pid] * 2


def test_a_cell_can_be_interrupted(nursery):
    with started() as (manager, ask):
        assert ask("1") is None
        signal.setitimer(signal.ITIMER_REAL, 1)
        before = signal.signal(signal.SIGALRM, lambda *_: manager.interrupt_kernel())
        try:
            assert ask("import time; time.sleep(20)") == "KeyboardInterrupt"
        finally:
            signal.signal(signal.SIGALRM, before)
        assert ask("", "40 + 2") == 42


def test_it_ends_with_what_stands_in_for_it(nursery):
    with started() as (manager, ask):
        pid = ask("import os", "os.getpid()")
        manager.provisioner.process.kill()
        assert is_gone(pid)


def test_jupyter_sees_that_it_died(nursery):
    with started() as (manager, ask):
        pid = ask("import os", "os.getpid()")
        os.kill(pid, signal.SIGKILL)
        assert manager.provisioner.process.wait(SECONDS) == -signal.SIGKILL
        assert is_gone(pid)


def test_none_outlives_the_nursery(tmp_path, monkeypatch):
    nursery = forked.Nursery(tmp_path)
    monkeypatch.setenv("JUPYTER_PATH", nursery.variables["JUPYTER_PATH"])
    with started() as (_, ask):
        pid = ask("import os", "os.getpid()")
        nursery.stop()
        assert is_gone(pid)


def test_a_whole_run_has_such_kernels(request):
    if not hasattr(request.config, "workerinput"):
        pytest.skip("on one worker kernels start as ever")
    with started() as (_, ask):
        parent = ask("import os", "os.getppid()")
    with open(f"/proc/{parent}/cmdline") as line:
        assert "forked.serve" in line.read()
