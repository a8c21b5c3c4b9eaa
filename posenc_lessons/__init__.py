"""The functions that the lessons on positional encoding build and use.

Each lesson builds a function in a cell, and later lessons import it from here under the
same name. `mathematics` needs only NumPy; `figures` draws with Matplotlib; `trial`
holds the small model that lessons 10, 11 and 13 to 16 train.

Unless a lesson says otherwise, a sentence has n words at positions pos = 0 ... n - 1,
and each word has an embedding of d_model numbers. Queries and keys have d_k numbers,
and k is the offset between two positions.
"""

from posenc_lessons.figures.page import show
from posenc_lessons.figures.palette import colors
from posenc_lessons.figures.parts import draw_attention, draw_clock, heatmap, pixel_axes
from posenc_lessons.figures.words import headline, label_ends
from posenc_lessons.mathematics.attention import (
    attention_weights,
    scaled_dot_product_attention,
    self_attention,
    softmax,
)
from posenc_lessons.mathematics.biases import alibi_slopes, t5_bucket
from posenc_lessons.mathematics.conventions import compare_tables, sinusoidal_variant
from posenc_lessons.mathematics.grid import grid_encoding
from posenc_lessons.mathematics.heads import join_heads, split_heads
from posenc_lessons.mathematics.layers import recurrent_states
from posenc_lessons.mathematics.neighbors import closest_pair, nearest_neighbors
from posenc_lessons.mathematics.offsets import shift_matrix, similarity_by_offset
from posenc_lessons.mathematics.order import nth_order, permutation_matrix
from posenc_lessons.mathematics.positions import (
    binary_code,
    integer_positions,
    normalized_positions,
    sine_cosine_pairs,
    sine_positions,
)
from posenc_lessons.mathematics.precision import round_to
from posenc_lessons.mathematics.probes import probe_accuracy
from posenc_lessons.mathematics.rotary import interpolated, ntk_aware, rotate
from posenc_lessons.mathematics.rotated import rotated_encoding
from posenc_lessons.mathematics.sinusoids import (
    angular_frequencies,
    sinusoidal_encoding,
    wavelengths,
)
from posenc_lessons.mathematics.training import gradient_descent
from posenc_lessons.mathematics.vocabulary import Vocabulary
from posenc_lessons.trial.attend import overlap, train_attention, window_weights
from posenc_lessons.trial.encodings import (
    clock_table,
    ladder_encodings,
    rival_frequencies,
)
from posenc_lessons.trial.kinds import PositionEncoding, biased, rotary, t5_biases
from posenc_lessons.trial.model import recall, recall_loss, start_parameters
from posenc_lessons.trial.results import attention_rows, length_rows, trial_rows
from posenc_lessons.trial.stack import sentences_with_start, stack_recall, train_stack
from posenc_lessons.trial.training import train

# Lessons may import all the names above, but not the folders that contain them.
__all__ = sorted(
    name
    for name in dir()
    if name[0] != "_" and name not in ("figures", "mathematics", "trial")
)
