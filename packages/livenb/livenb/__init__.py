"""Pages and slides of notebooks, whose sliders move without a kernel.

``refresh`` runs notebooks and stores their outputs, ``site`` turns a folder of them
into pages, and ``slides`` turns one into slides.
"""
