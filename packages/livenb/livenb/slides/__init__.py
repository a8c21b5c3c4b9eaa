"""Slides for lecturers, from the lessons as they are: see ``rule``.

``python -m livenb.slides`` writes one page a lesson, with reveal.js and
the Explorers of the course's site; ``S`` opens the speaker's notes.
"""
