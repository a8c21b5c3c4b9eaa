"""Pages and slides of notebooks, whose sliders move without a kernel."""
