"""The slips in Markdown: each applies, runs, and is recognised as itself."""

import pytest
from hintcheck.self_test import problems
from posenc_checks import EXERCISES


@pytest.mark.parametrize("exercise", EXERCISES)
def test_each_slip_is_recognised_as_itself(exercise):
    assert problems(EXERCISES, [exercise]) == []
