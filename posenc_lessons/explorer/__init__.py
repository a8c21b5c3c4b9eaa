"""The Explorer, part by part.

``explorer`` is what a lesson calls: it makes a control for each argument of the
lesson's function (``controls``), lets a kept figure be filled for their values
(``stage``), and hands the picture and its texts to the browser (``picture``, with its
script and style).
"""
