"""Marking on a Dask cluster: as on one machine, also where a worker is killed.

The cluster is two processes of this machine, started for these tests alone.
"""

import os
import shutil
import signal
import subprocess
import sys

import pytest

# What follows waits for what may be missing.
# ruff: noqa: E402
WANTED = "marking on a cluster needs "
for name in ("nbgrader", "distributed"):
    pytest.importorskip(name, reason=f'{WANTED}pip install "sandmark[cluster]"')
if not shutil.which("bwrap"):
    pytest.skip(f"{WANTED}bubblewrap", allow_module_level=True)

import dask.config
from distributed import LocalCluster
from nbgrader.api import Gradebook
from sandmark import demo
from sandmark.__main__ import main
from sandmark.course import Course

from .letters import LETTERS, MATERIAL, NAMED

STUDENTS = 10
TIMEOUTS = ("connect", "tcp")


@pytest.fixture(scope="module")
def handed_in(tmp_path_factory):
    """Make a course in which a class has handed in, one of them nothing."""
    folder = tmp_path_factory.mktemp("handed-in")
    course = Course(folder, MATERIAL)
    demo.hand_in(course, STUDENTS)
    course.store.secret()
    return folder


@pytest.fixture(scope="module")
def local_table(handed_in, tmp_path_factory):
    """Let processes of this machine mark the class; return its table."""
    folder = tmp_path_factory.mktemp("local") / "course"
    shutil.copytree(handed_in, folder)
    command = [sys.executable, "-m", "sandmark", *arguments(folder)]
    subprocess.run([*command, "--jobs", "2"], check=True, capture_output=True)
    return table(folder)


@pytest.fixture(scope="module")
def cluster(local_table):
    """Start a cluster, when nothing else is at work."""
    patience = {f"distributed.comm.timeouts.{what}": "200s" for what in TIMEOUTS}
    with (
        dask.config.set(patience),
        LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=None,
        ) as cluster,
    ):
        yield cluster


@pytest.fixture
def folder(handed_in, tmp_path):
    """Copy the course."""
    shutil.copytree(handed_in, tmp_path / "course")
    return tmp_path / "course"


def arguments(folder):
    """Return the arguments that let the class be marked."""
    return [*NAMED, "--course", str(folder), "mark", LETTERS]


def table(folder):
    """Return the lines of the class's table: points, mistakes and all."""
    path = folder / "marks" / LETTERS / "class.csv"
    return path.read_text("utf-8").splitlines()


def test_the_table_is_that_of_one_machine(cluster, folder, local_table):
    main([*arguments(folder), "--scheduler", cluster.scheduler_address])
    assert table(folder) == local_table
    assert len(local_table) == 1 + STUDENTS


def test_a_worker_is_killed(cluster, folder, local_table, monkeypatch):
    store, stored, killed = Course._store, [], []

    def kill_and_store(course, assignment, student, *rest):
        if not stored:
            # All others are still to be marked, or known to the workers alone.
            workers = cluster.scheduler.workers.values()
            busy = [worker.nanny for worker in workers if worker.processing]
            nannies = {nanny.address: nanny for nanny in cluster.workers.values()}
            killed.append(nannies[busy[0]].pid)
            os.kill(killed[0], signal.SIGKILL)
        stored.append(student)
        store(course, assignment, student, *rest)

    monkeypatch.setattr(Course, "_store", kill_and_store)
    main([*arguments(folder), "--scheduler", cluster.scheduler_address])
    assert len(killed) == 1
    assert table(folder) == local_table
    handed_in = [path.parent.parent.name for path in folder.glob("submitted/*/*/*")]
    assert sorted(stored) == sorted(handed_in)
    assert len(handed_in) == STUDENTS - 1
    with Gradebook(Course(folder, MATERIAL).book.api.coursedir.db_url) as gradebook:
        submissions = gradebook.assignment_submissions(LETTERS)
        assert sorted(each.student_id for each in submissions) == sorted(handed_in)
