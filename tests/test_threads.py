"""Work in threads: every part is done once, wherever it is done."""

import concurrent.futures
import os
import threading

import pytest

from posenc_lessons.threads import BYTES_OF_A_THREAD, in_threads

MUCH = 4 * BYTES_OF_A_THREAD


@pytest.fixture
def two_processors(monkeypatch):
    """Let this machine have two, where it can be asked for them."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda one: {0, 1}, raising=False)


@pytest.mark.parametrize("size", [0, MUCH])
@pytest.mark.parametrize("parts", [[], ["a"], range(7)], ids=str)
def test_every_part_is_done_once(parts, size, two_processors):
    done = []
    in_threads(done.append, parts, size)
    assert sorted(done) == list(parts)


def used(parts, size):
    """Return how many threads work at the same time."""
    names, together = set(), threading.Barrier(2)

    def work(part):
        names.add(threading.get_ident())
        together.wait(timeout=1)

    try:
        in_threads(work, parts, size)
    except threading.BrokenBarrierError:
        return 1
    return len(names)


def test_threads_work_where_there_is_enough_to_do(two_processors):
    assert used(range(2), 2 * BYTES_OF_A_THREAD) == 2
    assert used(range(8), MUCH) == 2
    assert used(range(8), 2 * BYTES_OF_A_THREAD - 1) == 1
    assert used(range(1), MUCH) == 1


def test_no_more_threads_than_processors_or_parts(monkeypatch):
    asked = []

    class Pool(concurrent.futures.ThreadPoolExecutor):
        def __init__(self, threads):
            asked.append(threads)
            super().__init__(threads)

    monkeypatch.setattr(concurrent.futures, "ThreadPoolExecutor", Pool)
    for processors in (1, 3, 64):
        monkeypatch.setattr(
            os, "sched_getaffinity", lambda one, n=processors: set(range(n)), False
        )
        in_threads(abs, range(10), MUCH)
        in_threads(abs, range(2), MUCH)
    assert asked == [1, 1, 3, 2, 4, 2]
    monkeypatch.delattr(os, "sched_getaffinity")
    for count in (3, None):
        monkeypatch.setattr(os, "cpu_count", lambda count=count: count)
        in_threads(abs, range(10), MUCH)
    assert asked[6:] == [3, 1]


def test_where_no_thread_can_be_started(monkeypatch, two_processors):
    def refuse(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    done = []
    in_threads(done.append, range(5), MUCH)
    assert done == [0, 1, 2, 3, 4]


def test_what_fails_in_a_thread_fails_here(two_processors):
    with pytest.raises(ZeroDivisionError):
        in_threads(lambda part: 1 / part, range(3), MUCH)
