"""Answers to the exercises of lesson 00."""

from tests.answers import right, wrong

right("0a", "sum")(3 + 12)
wrong("0a", "later", "63")(63)
wrong("0a", "range", "-9")(-9)
wrong("0a", "itself", "3")(3)
