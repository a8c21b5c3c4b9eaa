"""The trial, which tests how well a small trained model can use each encoding.

``model`` holds the attention layer, and ``training`` trains it. ``kinds`` and
``encodings`` hold the position encodings. ``results`` reads the stored results.
``attend`` trains heads that see only positions, and ``stack`` trains layers that see
only words.
"""
