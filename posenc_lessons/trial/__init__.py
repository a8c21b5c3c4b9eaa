"""The trial of the encodings: which of them a small trained model can use.

``model`` is the attention layer, ``training`` trains it, ``kinds`` and ``encodings``
are the position encodings that it is given, and ``results`` reads and draws what was
stored.
"""
