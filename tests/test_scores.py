"""The exercises on attention: their answers alone, in seconds, for mutation."""

import pytest
from posenc_checks import EXERCISES

from tests import kill_table


@pytest.mark.parametrize("exercise", ["1c", "9b", "H1a", "H4b"])
def test_answers_are_told_apart_and_every_hint_is_shown(exercise):
    own = [answer for answer in kill_table.ANSWERS if answer.exercise == exercise]
    for answer in own:
        if answer.kind != "wrong":
            assert kill_table.is_accepted(answer), answer
        elif answer.name:
            assert kill_table.is_named(answer), answer
        else:
            assert kill_table.is_unnamed(answer), answer
        assert answer.says in kill_table.result(answer).text
    assert kill_table.unshown_hints(exercise, EXERCISES[exercise]) == []
