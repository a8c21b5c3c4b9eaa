"""The trial of the codes: which of them a small trained model can use.

``model`` is the attention layer, ``training`` trains it, ``kinds`` and ``codes`` are
the position codes that it is given, ``results`` reads and draws what was stored.
"""
