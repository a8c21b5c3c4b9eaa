"""The figures of the course, in one visual language.

``palette`` names colors by their role and color maps by what they show, ``page`` shows
a figure in a notebook with its text alternative, ``words`` puts titles and labels where
they are easy to read, and ``parts`` draws what several lessons show. The style
``posenc_lessons.figures.course`` sets sizes, spines and margins; a lesson turns it on
with ``plt.style.use``.
"""
