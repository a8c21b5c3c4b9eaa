"""The trial of the encodings: which of them a small trained model can use.

``model`` is the attention layer, ``training`` trains it, ``kinds`` and ``encodings``
hold the position encodings that it is given, and ``results`` reads the stored results
and makes tables of them. ``attend`` trains heads that see only positions, and ``stack``
trains layers that see only words.
"""
