"""Companion to the course on positional encoding: what its lessons build.

Each lesson builds a function in a cell, and the next ones import it from here by
the same name. Mathematics is the ground floor and needs NumPy alone; figures stand
above it, sliders above those, and the checks of the exercises beside them.

Symbols, the same in every lesson that does not say otherwise: n words at the positions
pos = 0 ... n - 1, each an embedding of d_model numbers; queries and keys of d_k
numbers; k for an offset between two positions.
"""

from posenc_lessons.figures.page import show
from posenc_lessons.figures.palette import colours
from posenc_lessons.figures.parts import (
    draw_attention,
    draw_clock,
    heatmap,
    pixel_axes,
)
from posenc_lessons.figures.words import headline, label_ends
from posenc_lessons.mathematics.attention import (
    attention_weights,
    scaled_dot_product_attention,
    self_attention,
    softmax,
    softmax_jacobian,
)
from posenc_lessons.mathematics.biases import alibi_bias, alibi_slopes, t5_bucket
from posenc_lessons.mathematics.conventions import (
    LIBRARIES,
    compare_tables,
    sinusoidal_variant,
)
from posenc_lessons.mathematics.depth import waiting_steps
from posenc_lessons.mathematics.grid import grid_encoding
from posenc_lessons.mathematics.heads import (
    join_heads,
    multi_head_attention,
    split_heads,
)
from posenc_lessons.mathematics.layers import layer_norm, recurrent_states
from posenc_lessons.mathematics.neighbours import closest_pair, nearest_neighbours
from posenc_lessons.mathematics.offsets import shift, shift_matrix, similarity_by_offset
from posenc_lessons.mathematics.order import nth_order, permutation_matrix
from posenc_lessons.mathematics.positions import (
    binary_code,
    integer_positions,
    normalized_positions,
    sine_cosine_pairs,
    sine_positions,
)
from posenc_lessons.mathematics.precision import first_merge, round_to
from posenc_lessons.mathematics.probes import probe_accuracy
from posenc_lessons.mathematics.rotary import interpolated, ntk_aware, rotate
from posenc_lessons.mathematics.sinusoids import (
    angular_frequencies,
    sinusoidal_encoding,
    wavelengths,
)
from posenc_lessons.mathematics.training import gradient_descent, loss_and_gradient
from posenc_lessons.mathematics.vocabulary import Vocabulary
from posenc_lessons.trial.attend import (
    back_weights,
    overlap,
    train_attention,
    window_weights,
)
from posenc_lessons.trial.codes import (
    clock_table,
    ladder_codes,
    rival_frequencies,
    same_scale,
)
from posenc_lessons.trial.kinds import (
    PositionCode,
    added,
    biased,
    kinds_of_codes,
    learned_table,
    rotary,
    t5_biases,
    turned,
)
from posenc_lessons.trial.longer import windowed
from posenc_lessons.trial.model import (
    recall,
    recall_loss,
    recall_weights,
    start_parameters,
)
from posenc_lessons.trial.results import (
    attention_rows,
    draw_trial,
    length_rows,
    length_table,
    trial_rows,
    trial_table,
)
from posenc_lessons.trial.training import train

__all__ = [
    "LIBRARIES",
    "PositionCode",
    "Vocabulary",
    "added",
    "alibi_bias",
    "alibi_slopes",
    "angular_frequencies",
    "attention_rows",
    "attention_weights",
    "back_weights",
    "biased",
    "binary_code",
    "clock_table",
    "closest_pair",
    "colours",
    "compare_tables",
    "draw_attention",
    "draw_clock",
    "draw_trial",
    "first_merge",
    "gradient_descent",
    "grid_encoding",
    "headline",
    "heatmap",
    "integer_positions",
    "interpolated",
    "join_heads",
    "kinds_of_codes",
    "label_ends",
    "ladder_codes",
    "layer_norm",
    "learned_table",
    "length_rows",
    "length_table",
    "loss_and_gradient",
    "multi_head_attention",
    "nearest_neighbours",
    "normalized_positions",
    "nth_order",
    "ntk_aware",
    "overlap",
    "permutation_matrix",
    "pixel_axes",
    "probe_accuracy",
    "recall",
    "recall_loss",
    "recall_weights",
    "recurrent_states",
    "rival_frequencies",
    "rotary",
    "rotate",
    "round_to",
    "same_scale",
    "scaled_dot_product_attention",
    "self_attention",
    "shift",
    "shift_matrix",
    "show",
    "similarity_by_offset",
    "sine_cosine_pairs",
    "sine_positions",
    "sinusoidal_encoding",
    "sinusoidal_variant",
    "softmax",
    "softmax_jacobian",
    "split_heads",
    "start_parameters",
    "t5_biases",
    "t5_bucket",
    "train",
    "train_attention",
    "trial_rows",
    "trial_table",
    "turned",
    "waiting_steps",
    "wavelengths",
    "window_weights",
    "windowed",
]
