"""Companion of the course on positional encoding: what its lessons build.

Each lesson builds a function in a cell, and the next ones import it from here by
the same name. Mathematics stands at the ground and needs NumPy alone; figures stand
above it, sliders above those, and the checks of the exercises beside them.

Symbols, the same in every lesson: n words at the positions pos = 0 ... n - 1, each
an embedding of d_model numbers; queries and keys of d_k numbers; k for an offset
between two positions.
"""

from posenc_lessons.attention import (
    attention_weights,
    scaled_dot_product_attention,
    self_attention,
    softmax,
)
from posenc_lessons.depth import waiting_steps
from posenc_lessons.exercises import check
from posenc_lessons.explorer import Explorer
from posenc_lessons.figures import show
from posenc_lessons.layers import layer_norm, recurrent_states
from posenc_lessons.order import nth_order, permutation_matrix
from posenc_lessons.positions import integer_positions, normalized_positions
from posenc_lessons.precision import first_merge, round_to
from posenc_lessons.training import loss_and_gradient
from posenc_lessons.vocabulary import Vocabulary

__all__ = [
    "Explorer",
    "Vocabulary",
    "attention_weights",
    "check",
    "first_merge",
    "integer_positions",
    "layer_norm",
    "loss_and_gradient",
    "normalized_positions",
    "nth_order",
    "permutation_matrix",
    "recurrent_states",
    "round_to",
    "scaled_dot_product_attention",
    "self_attention",
    "show",
    "softmax",
    "waiting_steps",
]
