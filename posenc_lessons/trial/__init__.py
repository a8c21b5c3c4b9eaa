"""The trial of the codes: which of them a small trained model can use.

``model`` is the attention layer and its training, ``codes`` are the tables that it is
given, ``results`` reads and draws what was stored, and ``python -m
posenc_lessons.trial`` trains whatever is missing.
"""
