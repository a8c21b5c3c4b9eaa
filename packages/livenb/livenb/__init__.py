"""Pages and slides made from notebooks, with sliders that move without a kernel."""
