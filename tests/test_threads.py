"""Work in threads: every part is done once, wherever it is done."""

import concurrent.futures
import os
import threading

import pytest

from posenc_lessons.mathematics.threads import BYTES_AT_ONCE, in_threads


@pytest.fixture
def two_processors(monkeypatch):
    """Let this machine have two."""
    own = {0: {0, 1}}  # 0 stands for this process
    monkeypatch.setattr(os, "sched_getaffinity", own.get, raising=False)


def parts(count, n_bytes):
    """Return the parts that are worked on, in order."""
    found = []
    in_threads(found.append, count, n_bytes)
    assert all(part.stop <= count for part in found)
    return sorted((range(count)[part] for part in found), key=min)


@pytest.mark.parametrize("count", [0, 1, 2, 7, 100])
@pytest.mark.parametrize("size", [0, 1, 2, 3.5, 7, 1000])
def test_every_entry_is_worked_on_once(count, size, two_processors):
    found = parts(count, int(size * BYTES_AT_ONCE))
    assert [k for part in found for k in part] == list(range(count))
    assert len(found) <= max(1, int(size))
    # And about equally many at once.
    lengths = [len(part) for part in found]
    assert not found or min(lengths[:-1], default=0) in (0, max(lengths))


def test_what_is_little_is_done_at_once(two_processors):
    assert parts(10, 2 * BYTES_AT_ONCE - 1) == [range(10)]
    assert parts(10, 2 * BYTES_AT_ONCE) == [range(5), range(5, 10)]
    assert parts(10, 4 * BYTES_AT_ONCE)[0] == range(3)


def test_threads_work_at_the_same_time(two_processors):
    names, together = set(), threading.Barrier(2)

    def work(part):
        names.add(threading.get_ident())
        together.wait(timeout=5)

    in_threads(work, 2, 2 * BYTES_AT_ONCE)
    assert len(names) == 2


def test_no_more_threads_than_processors_or_parts(monkeypatch):
    asked = []

    class Pool(concurrent.futures.ThreadPoolExecutor):
        def __init__(self, threads):
            asked.append(threads)
            super().__init__(threads)

    def ask(processors):
        own = {0: set(range(processors))}
        monkeypatch.setattr(os, "sched_getaffinity", own.get, raising=False)
        parts(100, 4 * BYTES_AT_ONCE)

    monkeypatch.setattr(concurrent.futures, "ThreadPoolExecutor", Pool)
    for processors in (1, 3, 64):
        ask(processors)
    parts(100, BYTES_AT_ONCE)
    assert asked == [1, 3, 4]
    monkeypatch.delattr(os, "sched_getaffinity")
    for count in (3, None):
        monkeypatch.setattr(os, "cpu_count", lambda count=count: count)
        parts(100, 4 * BYTES_AT_ONCE)
    assert asked[3:] == [3, 1]


def test_where_no_thread_can_be_started(monkeypatch, two_processors):
    def refuse(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert [k for part in parts(5, 3 * BYTES_AT_ONCE) for k in part] == [0, 1, 2, 3, 4]


def test_what_fails_in_a_thread_fails_here(two_processors):
    with pytest.raises(ZeroDivisionError):
        in_threads(lambda part: 1 / part.start, 3, 3 * BYTES_AT_ONCE)
