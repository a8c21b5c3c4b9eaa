"""Answers to the exercises of lesson 00."""

from tests.answers import right, wrong

right("0a", "sum")(3 + 12)
wrong("0a", "from 0", "12, half the wavelength", says="half a turn from position 0")(12)
wrong("0a", "full turn", "27", says="a full turn")(27)
wrong(
    "0a",
    "off by one",
    "14",
    says="the hand turns 165 degrees. The question asks for 180",
)(14)
wrong("0a", "quarter", "9")(9)
wrong("0a", "later", "63")(63)
wrong("0a", "range", "-9")(-9)
wrong("0a", "M11", "180")(180)
wrong("0a", "itself", "3")(3)
wrong("0a", None, "10")(10)
