"""Answers as students would hand them in: right, alternative, wrong, hostile."""

import cmath
import itertools
import math
import sys

import numpy as np

# ---------------------------------------------------------------- 7a, right


def a7_two_loops(n_positions, d_model):
    table = np.zeros((n_positions, d_model))
    for pos in range(n_positions):
        for i in range(d_model // 2):
            angle = pos / 10000 ** (2 * i / d_model)
            table[pos, 2 * i] = math.sin(angle)
            table[pos, 2 * i + 1] = math.cos(angle)
    return table


def a7_even_step_loop(n_positions, d_model):
    pe = np.zeros((n_positions, d_model))
    for k in range(n_positions):
        for i in range(0, d_model, 2):
            pe[k][i] = np.sin(k / (10000 ** (i / d_model)))
            pe[k][i + 1] = np.cos(k / (10000 ** (i / d_model)))
    return pe


def a7_list_of_lists(n_positions, d_model):
    rows = []
    for pos in range(n_positions):
        row = []
        for i in range(d_model // 2):
            angle = pos * math.pow(10000, -2 * i / d_model)
            row.append(math.sin(angle))
            row.append(math.cos(angle))
        rows.append(row)
    return np.array(rows)


def a7_bare_list(n_positions, d_model):
    result = []
    for p in range(n_positions):
        row = [0.0] * d_model
        for j in range(d_model):
            angle = p / 10000 ** (2 * (j // 2) / d_model)
            row[j] = math.cos(angle) if j % 2 else math.sin(angle)
        result.append(row)
    return result


def a7_comprehension(n_positions, d_model):
    waves = [math.sin, math.cos]
    return np.array(
        [
            [waves[j % 2](p / 10000 ** ((j - j % 2) / d_model)) for j in range(d_model)]
            for p in range(n_positions)
        ]
    )


def a7_broadcasting_slices(n_positions, d_model):
    pos = np.arange(n_positions)[:, np.newaxis]
    i = np.arange(d_model // 2)[np.newaxis, :]
    angles = pos / np.power(10000, 2 * i / d_model)
    pe = np.empty((n_positions, d_model))
    pe[:, 0::2] = np.sin(angles)
    pe[:, 1::2] = np.cos(angles)
    return pe


def a7_exp_log(n_positions, d_model):
    position = np.arange(0, n_positions).reshape(-1, 1)
    div_term = np.exp(np.arange(0, d_model, 2) * -(np.log(10000.0) / d_model))
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2] = np.sin(position * div_term)
    pe[:, 1::2] = np.cos(position * div_term)
    return pe


def a7_float32_output(n_positions, d_model):
    angles = np.arange(n_positions)[:, None] / 10000 ** (
        np.arange(0, d_model, 2) / d_model
    )
    out = np.zeros((n_positions, d_model), dtype=np.float32)
    out[:, ::2] = np.sin(angles)
    out[:, 1::2] = np.cos(angles)
    return out


def a7_float32_throughout(n_positions, d_model):
    position = np.arange(n_positions, dtype=np.float32)[:, None]
    steps = np.arange(0, d_model, 2, dtype=np.float32)
    div_term = np.exp(steps * np.float32(-math.log(10000.0) / d_model))
    pe = np.zeros((n_positions, d_model), dtype=np.float32)
    pe[:, 0::2] = np.sin(position * div_term)
    pe[:, 1::2] = np.cos(position * div_term)
    return pe


def a7_angle_addition(n_positions, d_model):
    step = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    s, c = np.zeros(d_model // 2), np.ones(d_model // 2)
    table = np.zeros((n_positions, d_model))
    for pos in range(n_positions):
        table[pos, 0::2], table[pos, 1::2] = s, c
        s, c = (
            s * np.cos(step) + c * np.sin(step),
            c * np.cos(step) - s * np.sin(step),
        )
    return table


def a7_complex_parts(n_positions, d_model):
    freq = 1 / 10000 ** (2 * np.arange(d_model // 2) / d_model)
    z = np.exp(1j * np.outer(np.arange(n_positions), freq))
    table = np.empty((n_positions, d_model))
    table[:, 0::2] = z.imag
    table[:, 1::2] = z.real
    return table


def a7_complex_view(n_positions, d_model):
    freq = 10000 ** (-np.arange(0, d_model, 2) / d_model)
    z = 1j * np.exp(-1j * np.arange(n_positions)[:, None] * freq)
    return z.view(np.float64)


def a7_where_parity(n_positions, d_model):
    pos = np.arange(n_positions)[:, None]
    col = np.arange(d_model)[None, :]
    angle = pos / 10000 ** (2 * (col // 2) / d_model)
    return np.where(col % 2 == 0, np.sin(angle), np.cos(angle))


def a7_stack_reshape(n_positions, d_model):
    angles = np.outer(
        np.arange(n_positions), 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    )
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(
        n_positions, d_model
    )


def a7_stack_ravel_per_row(n_positions, d_model):
    freqs = [1 / 10000 ** (2 * i / d_model) for i in range(d_model // 2)]
    rows = [
        np.stack((np.sin(np.multiply(freqs, p)), np.cos(np.multiply(freqs, p))))
        for p in range(n_positions)
    ]
    return np.array([row.T.ravel() for row in rows])


def a7_overwrite_angles(n_positions, d_model):
    def get_angles(pos, i):
        return pos * (1 / np.power(10000, (2 * (i // 2)) / np.float32(d_model)))

    table = get_angles(
        np.arange(n_positions)[:, np.newaxis], np.arange(d_model)[np.newaxis, :]
    )
    table[:, 0::2] = np.sin(table[:, 0::2])
    table[:, 1::2] = np.cos(table[:, 1::2])
    return table


def a7_shifted_sine(n_positions, d_model):
    j = np.arange(d_model)
    phase = np.pi / 2 * (j % 2)
    freq = 10000.0 ** (-(j - j % 2) / d_model)
    return np.sin(np.arange(n_positions)[:, None] * freq + phase)


def a7_fromfunction(n_positions, d_model):
    def cell(p, j):
        a = p / 10000 ** (2 * np.floor(j / 2) / d_model)
        return (1 - j % 2) * np.sin(a) + (j % 2) * np.cos(a)

    return np.fromfunction(cell, (n_positions, d_model))


def a7_meshgrid_repeat(n_positions, d_model):
    exponents = np.repeat(np.arange(0, d_model, 2) / d_model, 2)
    e, p = np.meshgrid(exponents, np.arange(n_positions))
    table = p / 10000**e
    table[:, ::2] = np.sin(table[:, ::2])
    table[:, 1::2] = np.cos(table[:, 1::2])
    return table


def a7_logspace(n_positions, d_model):
    freq = np.logspace(0, -4, d_model // 2, endpoint=False)
    angles = np.arange(n_positions)[:, None] @ freq[None, :]
    table = np.zeros([n_positions, d_model])
    for i in range(d_model // 2):
        table[:, 2 * i] = np.sin(angles[:, i])
        table[:, 2 * i + 1] = np.cos(angles[:, i])
    return table


def a7_pure_cmath(n_positions, d_model):
    table = []
    for p in range(n_positions):
        row = []
        for i in range(d_model // 2):
            z = cmath.exp(1j * p / 10000 ** (2 * i / d_model))
            row += [z.imag, z.real]
        table.append(row)
    return np.asarray(table)


def a7_row_helper(n_positions, d_model):
    def one_row(p):
        pairs = [
            (math.sin(p / 10000 ** (i / d_model)), math.cos(p / 10000 ** (i / d_model)))
            for i in range(0, d_model, 2)
        ]
        return list(itertools.chain.from_iterable(pairs))

    return np.vstack([one_row(p) for p in range(n_positions)])


# ---------------------------------------------------------- 7a, alternative


def a7_concatenate_halves(n_positions, d_model):
    angles = np.arange(n_positions)[:, None] / 10000 ** (
        np.arange(d_model // 2) / (d_model / 2)
    )
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1)


def a7_stack_transposed_halves(n_positions, d_model):
    freq = np.exp(-np.log(10000) * np.arange(0, d_model, 2) / d_model)
    angles = np.outer(np.arange(n_positions), freq)
    both = np.stack([np.sin(angles), np.cos(angles)])
    return both.transpose(1, 0, 2).reshape(n_positions, d_model)


def a7_loop_halves(n_positions, d_model):
    half = d_model // 2
    pe = np.zeros((n_positions, d_model))
    for pos in range(n_positions):
        for i in range(half):
            pe[pos, i] = math.sin(pos / 10000 ** (2 * i / d_model))
            pe[pos, half + i] = math.cos(pos / 10000 ** (2 * i / d_model))
    return pe


def a7_list_sum_halves(n_positions, d_model):
    f = [10000 ** (-2 * i / d_model) for i in range(d_model // 2)]
    return np.array(
        [
            [math.sin(p * w) for w in f] + [math.cos(p * w) for w in f]
            for p in range(n_positions)
        ]
    )


# ---------------------------------------------------------------- 7a, wrong


def a7_m1_even_column_doubled(n_positions, d_model):
    pe = np.zeros((n_positions, d_model))
    for pos in range(n_positions):
        for i in range(0, d_model, 2):
            pe[pos, i] = np.sin(pos / 10000 ** (2 * i / d_model))
            pe[pos, i + 1] = np.cos(pos / 10000 ** (2 * i / d_model))
    return pe


def a7_m1_next_column_too(n_positions, d_model):
    pe = np.zeros((n_positions, d_model))
    for pos in range(n_positions):
        for i in range(0, d_model, 2):
            pe[pos, i] = math.sin(pos / (10000 ** ((2 * i) / d_model)))
            pe[pos, i + 1] = math.cos(pos / (10000 ** ((2 * (i + 1)) / d_model)))
    return pe


def a7_m1_exp_log_doubled(n_positions, d_model):
    position = np.arange(n_positions)[:, None]
    div = np.exp(-2 * np.arange(0, d_model, 2) * np.log(10000.0) / d_model)
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2] = np.sin(position * div)
    pe[:, 1::2] = np.cos(position * div)
    return pe


def a7_m1_where_column(n_positions, d_model):
    p, j = np.indices((n_positions, d_model))
    angle = p / np.power(10000, 2 * j / d_model)
    return np.where(j % 2 == 0, np.sin(angle), np.cos(angle))


def a7_m2_pair_over_d(n_positions, d_model):
    table = np.zeros((n_positions, d_model))
    for pos in range(n_positions):
        for i in range(d_model // 2):
            angle = pos / 10000 ** (i / d_model)
            table[pos, 2 * i] = math.sin(angle)
            table[pos, 2 * i + 1] = math.cos(angle)
    return table


def a7_m2_slices(n_positions, d_model):
    i = np.arange(d_model // 2)
    angles = np.arange(n_positions)[:, None] / np.power(10000.0, i / d_model)
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2] = np.sin(angles)
    pe[:, 1::2] = np.cos(angles)
    return pe


def a7_m2_half_column(n_positions, d_model):
    return np.array(
        [
            [
                (math.cos if j % 2 else math.sin)(p / 10000 ** (j // 2 / d_model))
                for j in range(d_model)
            ]
            for p in range(n_positions)
        ]
    )


def a7_m3_column_over_d(n_positions, d_model):
    pos = np.arange(n_positions)[:, None]
    col = np.arange(d_model)
    angle = pos / 10000 ** (col / d_model)
    return np.where(col % 2 == 0, np.sin(angle), np.cos(angle))


def a7_m3_odd_exponent_loop(n_positions, d_model):
    table = np.zeros((n_positions, d_model))
    for p in range(n_positions):
        for i in range(d_model // 2):
            table[p, 2 * i] = math.sin(p / 10000 ** (2 * i / d_model))
            table[p, 2 * i + 1] = math.cos(p / 10000 ** ((2 * i + 1) / d_model))
    return table


def a7_m3_overwrite_slices(n_positions, d_model):
    table = np.outer(
        np.arange(n_positions), np.exp(-np.log(1e4) * np.arange(d_model) / d_model)
    )
    table[:, 0::2] = np.sin(table[:, 0::2])
    table[:, 1::2] = np.cos(table[:, 1::2])
    return table


def a7_m4_floor_exponent(n_positions, d_model):
    pe = np.zeros((n_positions, d_model))
    for pos in range(n_positions):
        for i in range(d_model // 2):
            pe[pos, 2 * i] = math.sin(pos / 10000 ** (2 * i // d_model))
            pe[pos, 2 * i + 1] = math.cos(pos / 10000 ** (2 * i // d_model))
    return pe


def a7_m4_integer_arrays(n_positions, d_model):
    i = np.arange(0, d_model, 2)
    angles = np.arange(n_positions)[:, None] / 10000 ** (i // d_model)
    pe = np.empty((n_positions, d_model))
    pe[:, ::2], pe[:, 1::2] = np.sin(angles), np.cos(angles)
    return pe


def a7_m4_exponent_cast_to_int(n_positions, d_model):
    exponent = np.array([2 * i / d_model for i in range(d_model // 2)], dtype=int)
    a = np.arange(n_positions)[:, None] / 10000.0**exponent
    return np.stack([np.sin(a), np.cos(a)], axis=2).reshape(n_positions, -1)


def a7_m6_linear_to_the_end(n_positions, d_model):
    half = d_model // 2
    step = np.log(10000) / max(half - 1, 1)
    angles = np.arange(n_positions)[:, None] * np.exp(-step * np.arange(half))
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2] = np.sin(angles)
    pe[:, 1::2] = np.cos(angles)
    return pe


def a7_m6_linspace_inclusive(n_positions, d_model):
    freq = 10000.0 ** -np.linspace(0, 1, d_model // 2)
    a = np.outer(np.arange(n_positions), freq)
    return np.dstack([np.sin(a), np.cos(a)]).reshape(n_positions, d_model)


def a7_m6_geomspace(n_positions, d_model):
    wavelengths = np.geomspace(1, 10000, d_model // 2)
    table = np.zeros((n_positions, d_model))
    for p in range(n_positions):
        table[p, 0::2] = np.sin(p / wavelengths)
        table[p, 1::2] = np.cos(p / wavelengths)
    return table


def a7_m6_d_minus_two(n_positions, d_model):
    return np.array(
        [
            [
                f(p / 10000 ** (2 * i / max(d_model - 2, 1)))
                for i in range(d_model // 2)
                for f in (math.sin, math.cos)
            ]
            for p in range(n_positions)
        ]
    )


def a7_m7_thousand(n_positions, d_model):
    table = np.zeros((n_positions, d_model))
    for pos in range(n_positions):
        for i in range(d_model // 2):
            angle = pos / 1000 ** (2 * i / d_model)
            table[pos, 2 * i] = np.sin(angle)
            table[pos, 2 * i + 1] = np.cos(angle)
    return table


def a7_m7_exp_without_log(n_positions, d_model):
    pos = np.arange(n_positions)[:, None]
    div = np.exp(-np.arange(0, d_model, 2) / d_model)
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2] = np.sin(pos * div)
    pe[:, 1::2] = np.cos(pos * div)
    return pe


def a7_m7_log_ten(n_positions, d_model):
    pos = np.arange(n_positions)[:, None]
    div = np.exp(np.arange(0, d_model, 2) * (-np.log10(10000.0) / d_model))
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2] = np.sin(pos * div)
    pe[:, 1::2] = np.cos(pos * div)
    return pe


def a7_m7_log_thousand(n_positions, d_model):
    div = np.exp(np.arange(0, d_model, 2) * (-math.log(1e3) / d_model))
    a = np.outer(np.arange(n_positions), div)
    return np.stack([np.sin(a), np.cos(a)], -1).reshape(n_positions, -1)


def a7_m8_loop_swapped(n_positions, d_model):
    table = np.zeros((n_positions, d_model))
    for pos in range(n_positions):
        for i in range(0, d_model, 2):
            angle = pos / 10000 ** (i / d_model)
            table[pos, i] = math.cos(angle)
            table[pos, i + 1] = math.sin(angle)
    return table


def a7_m8_complex_view(n_positions, d_model):
    freq = 10000 ** (-np.arange(0, d_model, 2) / d_model)
    return np.exp(1j * np.arange(n_positions)[:, None] * freq).view(float)


def a7_m8_where_turned(n_positions, d_model):
    p, j = np.indices((n_positions, d_model))
    angle = p / 10000 ** (2 * (j // 2) / d_model)
    return np.where(j % 2, np.sin(angle), np.cos(angle))


def a7_m9_arange_one(n_positions, d_model):
    pos = np.arange(1, n_positions + 1)[:, None]
    angles = pos / np.power(10000, np.arange(0, d_model, 2) / d_model)
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2] = np.sin(angles)
    pe[:, 1::2] = np.cos(angles)
    return pe


def a7_m9_loop_plus_one(n_positions, d_model):
    rows = []
    for p in range(n_positions):
        row = []
        for i in range(d_model // 2):
            x = (p + 1) / 10000 ** (2 * i / d_model)
            row.extend([math.sin(x), math.cos(x)])
        rows.append(row)
    return np.array(rows)


def a7_m9_recurrence_steps_first(n_positions, d_model):
    turn = np.exp(1j * 10000.0 ** (-np.arange(0, d_model, 2) / d_model))
    z = np.ones(d_model // 2, dtype=complex)
    table = np.zeros((n_positions, d_model))
    for pos in range(n_positions):
        z = z * turn
        table[pos, 0::2], table[pos, 1::2] = z.imag, z.real
    return table


def a7_m9_padding_row_cut(n_positions, d_model):
    return a7_exp_log(n_positions + 1, d_model)[1:]


def a7_m10_columns_flipped(n_positions, d_model):
    return a7_broadcasting_slices(n_positions, d_model)[:, ::-1]


def a7_m10_frequencies_reversed(n_positions, d_model):
    freq = 1 / 10000 ** (np.arange(0, d_model, 2) / d_model)
    angles = np.arange(n_positions)[:, None] * freq[::-1]
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2] = np.sin(angles)
    pe[:, 1::2] = np.cos(angles)
    return pe


def a7_m10_count_down(n_positions, d_model):
    table = np.zeros((n_positions, d_model))
    for p in range(n_positions):
        for slot, i in enumerate(reversed(range(d_model // 2))):
            table[p, 2 * slot] = math.sin(p / 10000 ** (2 * i / d_model))
            table[p, 2 * slot + 1] = math.cos(p / 10000 ** (2 * i / d_model))
    return table


def a7_m11_math_radians(n_positions, d_model):
    table = np.zeros((n_positions, d_model))
    for p in range(n_positions):
        for i in range(d_model // 2):
            angle = math.radians(p / 10000 ** (2 * i / d_model))
            table[p, 2 * i] = math.sin(angle)
            table[p, 2 * i + 1] = math.cos(angle)
    return table


def a7_m11_pi_over_180(n_positions, d_model):
    angles = np.arange(n_positions)[:, None] / 10000 ** (
        np.arange(0, d_model, 2) / d_model
    )
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2] = np.sin(angles * np.pi / 180)
    pe[:, 1::2] = np.cos(angles * np.pi / 180)
    return pe


def a7_m11_deg2rad(n_positions, d_model):
    p, j = np.ogrid[:n_positions, :d_model]
    angle = np.deg2rad(p / 10000 ** (j // 2 * 2 / d_model))
    return np.where(j % 2 == 0, np.sin(angle), np.cos(angle))


def a7_m11_np_degrees(n_positions, d_model):
    freq = 10000 ** (-np.arange(0, d_model, 2) / d_model)
    a = np.degrees(np.outer(np.arange(n_positions), freq))
    return np.stack([np.sin(a), np.cos(a)], axis=-1).reshape(n_positions, d_model)


def a7_m12_times_power(n_positions, d_model):
    table = np.zeros((n_positions, d_model))
    for p in range(n_positions):
        for i in range(d_model // 2):
            angle = p * 10000 ** (2 * i / d_model)
            table[p, 2 * i] = math.sin(angle)
            table[p, 2 * i + 1] = math.cos(angle)
    return table


def a7_m12_exp_without_minus(n_positions, d_model):
    position = np.arange(n_positions)[:, None]
    div_term = np.exp(np.arange(0, d_model, 2) * (np.log(10000.0) / d_model))
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2] = np.sin(position * div_term)
    pe[:, 1::2] = np.cos(position * div_term)
    return pe


def a7_m12_divided_by_negative_power(n_positions, d_model):
    a = np.arange(n_positions)[:, None] / np.power(
        10000.0, -2 * np.arange(d_model // 2) / d_model
    )
    return np.stack([np.sin(a), np.cos(a)], axis=-1).reshape(n_positions, d_model)


def a7_m13_final_transpose(n_positions, d_model):
    return a7_where_parity(n_positions, d_model).T


def a7_m13_rows_are_dimensions(n_positions, d_model):
    table = np.zeros((d_model, n_positions))
    pos = np.arange(n_positions)
    for i in range(d_model // 2):
        table[2 * i, :] = np.sin(pos / 10000 ** (2 * i / d_model))
        table[2 * i + 1, :] = np.cos(pos / 10000 ** (2 * i / d_model))
    return table


def a7_m13_columns_appended(n_positions, d_model):
    columns = []
    for j in range(d_model):
        wave = math.cos if j % 2 else math.sin
        freq = 10000 ** (-(j - j % 2) / d_model)
        columns.append([wave(p * freq) for p in range(n_positions)])
    return np.array(columns)


def a7_m14_no_position(n_positions, d_model):
    freq = 1 / 10000 ** (np.arange(0, d_model, 2) / d_model)
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2] = np.sin(freq)
    pe[:, 1::2] = np.cos(freq)
    return pe


def a7_m14_whole_table_each_time(n_positions, d_model):
    pe = np.zeros((n_positions, d_model))
    for pos in range(n_positions):
        for i in range(0, d_model, 2):
            pe[:, i] = math.sin(pos / 10000 ** (i / d_model))
            pe[:, i + 1] = math.cos(pos / 10000 ** (i / d_model))
    return pe


def a7_m14_same_list_repeated(n_positions, d_model):
    rows = [[0.0] * d_model] * n_positions
    for p in range(n_positions):
        for j in range(d_model):
            angle = p / 10000 ** (2 * (j // 2) / d_model)
            rows[p][j] = math.sin(angle) if j % 2 == 0 else math.cos(angle)
    return np.array(rows)


def a7_m15_half_positions(n_positions, d_model):
    pos = np.arange(n_positions).astype(np.float16)[:, None]
    angles = pos / 10000 ** (np.arange(0, d_model, 2) / d_model)
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2] = np.sin(angles)
    pe[:, 1::2] = np.cos(angles)
    return pe


def a7_m15_half_angles(n_positions, d_model):
    a = np.arange(n_positions)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
    a = a.astype(np.float16)
    return np.stack([np.sin(a), np.cos(a)], axis=-1).reshape(n_positions, d_model)


def a7_m15_half_all_the_way(n_positions, d_model):
    pos = np.arange(n_positions, dtype="float64").astype("float16")
    freq = np.exp(-math.log(10000) * np.arange(0, d_model, 2) / d_model)
    a = np.outer(pos, freq.astype("float16"))
    pe = np.zeros((n_positions, d_model), dtype="float16")
    pe[:, 0::2] = np.sin(a)
    pe[:, 1::2] = np.cos(a)
    return pe


def a7_m15_half_counter(n_positions, d_model):
    table = np.zeros((n_positions, d_model))
    pos = np.float16(0)
    for row in range(n_positions):
        for i in range(d_model // 2):
            angle = float(pos) / 10000 ** (2 * i / d_model)
            table[row, 2 * i : 2 * i + 2] = math.sin(angle), math.cos(angle)
        pos = pos + np.float16(1)
    return table


def a7_m16_times_root_d(n_positions, d_model):
    return a7_exp_log(n_positions, d_model) * np.sqrt(d_model)


def a7_m16_rows_normalised(n_positions, d_model):
    table = a7_stack_reshape(n_positions, d_model)
    return table / np.linalg.norm(table, axis=1, keepdims=True)


def a7_m16_unit_length_loop(n_positions, d_model):
    rows = []
    for p in range(n_positions):
        row = []
        for i in range(d_model // 2):
            row.append(math.sin(p / 10000 ** (2 * i / d_model)))
            row.append(math.cos(p / 10000 ** (2 * i / d_model)))
        length = math.sqrt(sum(x * x for x in row))
        rows.append([x / length for x in row])
    return np.array(rows)


def a7_m16_scale_inside_loop(n_positions, d_model):
    pe = np.zeros((n_positions, d_model))
    for p in range(n_positions):
        for i in range(0, d_model, 2):
            pe[p, i] = d_model**0.5 * math.sin(p / 10000 ** (i / d_model))
            pe[p, i + 1] = d_model**0.5 * math.cos(p / 10000 ** (i / d_model))
    return pe


def a7_m17_int_table(n_positions, d_model):
    table = np.zeros((n_positions, d_model), dtype=int)
    for p in range(n_positions):
        for i in range(d_model // 2):
            table[p, 2 * i] = math.sin(p / 10000 ** (2 * i / d_model))
            table[p, 2 * i + 1] = math.cos(p / 10000 ** (2 * i / d_model))
    return table


def a7_m17_full_of_zero(n_positions, d_model):
    pe = np.full((n_positions, d_model), 0)
    angles = np.arange(n_positions)[:, None] / 10000 ** (
        np.arange(0, d_model, 2) / d_model
    )
    pe[:, 0::2] = np.sin(angles)
    pe[:, 1::2] = np.cos(angles)
    return pe


def a7_m17_floor_divided_position(n_positions, d_model):
    table = np.zeros((n_positions, d_model))
    for p in range(n_positions):
        for i in range(d_model // 2):
            angle = p // 10000 ** (2 * i / d_model)
            table[p, 2 * i] = math.sin(angle)
            table[p, 2 * i + 1] = math.cos(angle)
    return table


def a7_m17_zeros_like_positions(n_positions, d_model):
    pos = np.arange(n_positions)[:, None]
    table = np.zeros_like(pos * np.arange(d_model))
    table[:, 0::2] = np.sin(pos / 10000 ** (np.arange(0, d_model, 2) / d_model))
    table[:, 1::2] = np.cos(pos / 10000 ** (np.arange(0, d_model, 2) / d_model))
    return table


# ----------------------------------------------- 7a, two mistakes at a time


def a7_m7_m9(n_positions, d_model):
    pe = np.zeros((n_positions, d_model))
    for pos in range(1, n_positions + 1):
        for i in range(d_model // 2):
            pe[pos - 1, 2 * i] = math.sin(pos / 1000 ** (2 * i / d_model))
            pe[pos - 1, 2 * i + 1] = math.cos(pos / 1000 ** (2 * i / d_model))
    return pe


def a7_m8_m9(n_positions, d_model):
    pos = np.arange(n_positions)[:, None] + 1
    angles = pos / 10000 ** (np.arange(0, d_model, 2) / d_model)
    pe = np.zeros((n_positions, d_model))
    pe[:, 1::2] = np.sin(angles)
    pe[:, 0::2] = np.cos(angles)
    return pe


def a7_m5_m9(n_positions, d_model):
    freq = 10000 ** (-np.arange(0, d_model, 2) / d_model)
    a = np.outer(np.arange(1, n_positions + 1), freq)
    return np.hstack([np.sin(a), np.cos(a)])


def a7_m1_m8(n_positions, d_model):
    pe = np.zeros((n_positions, d_model))
    for pos in range(n_positions):
        for i in range(0, d_model, 2):
            pe[pos, i] = np.cos(pos / 10000 ** (2 * i / d_model))
            pe[pos, i + 1] = np.sin(pos / 10000 ** (2 * i / d_model))
    return pe


def a7_m9_m16(n_positions, d_model):
    pos = np.arange(1, n_positions + 1)[:, None]
    j = np.arange(d_model)
    a = pos / 10000 ** (2 * (j // 2) / d_model)
    return math.sqrt(d_model) * np.where(j % 2, np.cos(a), np.sin(a))


def a7_m6_m8(n_positions, d_model):
    freq = 10000.0 ** -np.linspace(0, 1, d_model // 2)
    a = np.arange(n_positions)[:, None] * freq
    return np.stack([np.cos(a), np.sin(a)], axis=-1).reshape(n_positions, d_model)


def a7_m2_m7(n_positions, d_model):
    table = np.zeros((n_positions, d_model))
    for p in range(n_positions):
        for i in range(d_model // 2):
            table[p, 2 * i] = math.sin(p / 1000 ** (i / d_model))
            table[p, 2 * i + 1] = math.cos(p / 1000 ** (i / d_model))
    return table


def a7_m8_m11(n_positions, d_model):
    freq = 10000 ** (-np.arange(0, d_model, 2) / d_model)
    a = np.radians(np.arange(n_positions)[:, None] * freq)
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2] = np.cos(a)
    pe[:, 1::2] = np.sin(a)
    return pe


def a7_m5_m6(n_positions, d_model):
    half = d_model // 2
    increment = math.log(10000.0) / max(half - 1, 1)
    inv_timescales = np.exp(np.arange(half) * -increment)
    scaled = np.arange(n_positions)[:, None] * inv_timescales[None, :]
    return np.concatenate([np.sin(scaled), np.cos(scaled)], axis=1)


def a7_m5_m8(n_positions, d_model):
    freq = 10000 ** (-np.arange(0, d_model, 2) / d_model)
    a = np.outer(np.arange(n_positions), freq)
    return np.concatenate((np.cos(a), np.sin(a)), axis=-1)


def a7_m5_m7(n_positions, d_model):
    freq = 1000 ** (-np.arange(0, d_model, 2) / d_model)
    a = np.outer(np.arange(n_positions), freq)
    return np.c_[np.sin(a), np.cos(a)]


def a7_m7_m8(n_positions, d_model):
    div = np.exp(-np.arange(0, d_model, 2) / d_model)
    a = np.arange(n_positions)[:, None] * div
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2], pe[:, 1::2] = np.cos(a), np.sin(a)
    return pe


def a7_m9_m12(n_positions, d_model):
    pos = np.arange(1, n_positions + 1)[:, None]
    a = pos * 10000 ** (np.arange(0, d_model, 2) / d_model)
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2], pe[:, 1::2] = np.sin(a), np.cos(a)
    return pe


def a7_m3_m9(n_positions, d_model):
    table = np.zeros((n_positions, d_model))
    for p in range(n_positions):
        for i in range(0, d_model, 2):
            table[p, i] = math.sin((p + 1) / 10000 ** (i / d_model))
            table[p, i + 1] = math.cos((p + 1) / 10000 ** ((i + 1) / d_model))
    return table


def a7_m1_m9(n_positions, d_model):
    pos = np.arange(n_positions)[:, None] + 1
    div = 10000 ** (2 * np.arange(0, d_model, 2) / d_model)
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2], pe[:, 1::2] = np.sin(pos / div), np.cos(pos / div)
    return pe


def a7_m8_m13(n_positions, d_model):
    return a7_m8_loop_swapped(n_positions, d_model).T


def a7_m8_m16(n_positions, d_model):
    table = a7_m8_where_turned(n_positions, d_model)
    return table / np.linalg.norm(table, axis=-1, keepdims=True)


# -------------------------------------------------- 7a, wrong without a name


def a7_noise_added(n_positions, d_model):
    noise = np.random.default_rng(3).normal(0, 0.1, (n_positions, d_model))
    return a7_exp_log(n_positions, d_model) + noise


def a7_random_table(n_positions, d_model):
    return np.random.default_rng(0).standard_normal((n_positions, d_model))


def a7_uniform_table(n_positions, d_model):
    return np.random.default_rng(1).uniform(-1, 1, (n_positions, d_model))


def a7_all_zeros(n_positions, d_model):
    return np.zeros((n_positions, d_model))


def a7_all_ones(n_positions, d_model):
    return np.ones((n_positions, d_model))


def a7_hundredth_off(n_positions, d_model):
    return a7_exp_log(n_positions, d_model) + 0.01


def a7_one_column_negated(n_positions, d_model):
    table = a7_exp_log(n_positions, d_model)
    table[:, 0] *= -1
    return table


def a7_all_sines_negated(n_positions, d_model):
    table = a7_exp_log(n_positions, d_model)
    table[:, 0::2] = -table[:, 0::2]
    return table


def a7_tanh_for_sine(n_positions, d_model):
    angles = np.arange(n_positions)[:, None] / 10000 ** (
        np.arange(0, d_model, 2) / d_model
    )
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2] = np.tanh(angles)
    pe[:, 1::2] = np.cos(angles)
    return pe


def a7_tangent_for_cosine(n_positions, d_model):
    table = a7_exp_log(n_positions, d_model)
    table[:, 1::2] = table[:, 0::2] / table[:, 1::2]
    return table


def a7_shuffled_columns(n_positions, d_model):
    order = np.random.default_rng(5).permutation(d_model)
    return a7_exp_log(n_positions, d_model)[:, order]


def a7_sine_everywhere(n_positions, d_model):
    j = np.arange(d_model)
    return np.sin(np.arange(n_positions)[:, None] / 10000 ** (j // 2 * 2 / d_model))


def a7_squared_waves(n_positions, d_model):
    return a7_exp_log(n_positions, d_model) ** 2


def a7_position_squared(n_positions, d_model):
    a = np.arange(n_positions)[:, None] ** 2 / 10000 ** (
        np.arange(0, d_model, 2) / d_model
    )
    return np.stack([np.sin(a), np.cos(a)], axis=-1).reshape(n_positions, d_model)


def a7_rows_backwards(n_positions, d_model):
    return a7_exp_log(n_positions, d_model)[::-1]


def a7_phase_half(n_positions, d_model):
    a = np.arange(n_positions)[:, None] * 10000 ** (-np.arange(0, d_model, 2) / d_model)
    return np.stack([np.sin(a + 0.5), np.cos(a + 0.5)], -1).reshape(n_positions, -1)


def a7_rounded_to_one_decimal(n_positions, d_model):
    return np.round(a7_exp_log(n_positions, d_model), 1)


def a7_angles_only(n_positions, d_model):
    j = np.arange(d_model)
    return np.arange(n_positions)[:, None] / 10000 ** (j // 2 * 2 / d_model)


# --------------------------------------------------------------- H3a, right


def h3a_two_loops(positions, d_model):
    result = np.zeros((len(positions), d_model))
    for row, pos in enumerate(positions):
        for i in range(d_model // 2):
            angle = pos / 10000 ** (2 * i / d_model)
            result[row, 2 * i] = np.sin(angle)
            result[row, 2 * i + 1] = np.cos(angle)
    return result


def h3a_list_of_lists(positions, d_model):
    out = []
    for p in positions:
        line = []
        for j in range(0, d_model, 2):
            line.append(math.sin(int(p) / math.pow(10000, j / d_model)))
            line.append(math.cos(int(p) / math.pow(10000, j / d_model)))
        out.append(line)
    return np.array(out)


def h3a_bare_list(positions, d_model):
    return [
        [
            f(float(p) * 10000 ** (-2 * i / d_model))
            for i in range(d_model // 2)
            for f in (math.sin, math.cos)
        ]
        for p in positions
    ]


def h3a_broadcasting(positions, d_model):
    positions = np.asarray(positions, dtype=float)
    angles = positions[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
    out = np.empty((positions.size, d_model))
    out[:, 0::2] = np.sin(angles)
    out[:, 1::2] = np.cos(angles)
    return out


def h3a_no_conversion(positions, d_model):
    i = np.arange(d_model // 2)
    angles = positions[:, np.newaxis] / np.power(10000, 2 * i / d_model)
    out = np.zeros((positions.shape[0], d_model))
    out[:, ::2] = np.sin(angles)
    out[:, 1::2] = np.cos(angles)
    return out


def h3a_exp_log(positions, d_model):
    position = np.array(positions).reshape(-1, 1)
    div_term = np.exp(np.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
    pe = np.zeros((len(position), d_model))
    pe[:, 0::2] = np.sin(position * div_term)
    pe[:, 1::2] = np.cos(position * div_term)
    return pe


def h3a_float32_output(positions, d_model):
    freq = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    a = np.outer(np.asarray(positions, dtype=np.float64), freq)
    out = np.stack([np.sin(a), np.cos(a)], axis=-1).reshape(len(a), d_model)
    return out.astype(np.float32)


def h3a_stack_reshape(positions, d_model):
    a = np.multiply.outer(positions, 1 / 10000 ** (np.arange(0, d_model, 2) / d_model))
    return np.stack((np.sin(a), np.cos(a)), axis=2).reshape(len(positions), -1)


def h3a_where_parity(positions, d_model):
    j = np.arange(d_model)
    angle = np.asarray(positions)[:, None] / 10000 ** (2 * (j // 2) / d_model)
    return np.where(j % 2 == 0, np.sin(angle), np.cos(angle))


def h3a_complex_parts(positions, d_model):
    theta = 10000 ** (-2 * np.arange(d_model // 2) / d_model)
    z = np.exp(1j * np.array(positions)[:, None] * theta)
    out = np.zeros((len(positions), d_model))
    out[:, 0::2], out[:, 1::2] = np.imag(z), np.real(z)
    return out


def h3a_complex_view(positions, d_model):
    theta = 10000 ** (-np.arange(0, d_model, 2) / d_model)
    a = np.asarray(positions)[:, None] * theta
    return (np.sin(a) + 1j * np.cos(a)).view(float)


def h3a_vectorize(positions, d_model):
    def cell(p, j):
        angle = p / 10000 ** ((j - j % 2) / d_model)
        return math.sin(angle) if j % 2 == 0 else math.cos(angle)

    table = np.vectorize(cell, otypes=[float])
    return table(np.asarray(positions)[:, None], np.arange(d_model)[None, :])


def h3a_row_dictionary(positions, d_model):
    known = {}
    for p in sorted(set(int(p) for p in positions)):
        angles = [p / 10000 ** (2 * i / d_model) for i in range(d_model // 2)]
        known[p] = [w for a in angles for w in (math.sin(a), math.cos(a))]
    return np.array([known[int(p)] for p in positions])


def h3a_column_by_column(positions, d_model):
    positions = np.array(positions)
    columns = []
    for j in range(d_model):
        angle = positions / 10000 ** (2 * (j // 2) / d_model)
        columns.append(np.cos(angle) if j % 2 else np.sin(angle))
    return np.column_stack(columns)


def h3a_shifted_sine(positions, d_model):
    freq = np.repeat(10000.0 ** (-np.arange(0, d_model, 2) / d_model), 2)
    phase = np.tile([0, np.pi / 2], d_model // 2)
    return np.sin(np.outer(positions, freq) + phase)


def h3a_einsum(positions, d_model):
    freq = np.logspace(0, -4, d_model // 2, endpoint=False, dtype=np.float64)
    a = np.einsum("p,i->pi", np.asarray(positions, float), freq)
    return np.dstack((np.sin(a), np.cos(a))).reshape(len(a), d_model)


def h3a_pure_cmath(positions, d_model):
    rows = []
    for p in positions:
        z = [
            cmath.rect(1.0, float(p) / 10000 ** (2 * i / d_model))
            for i in range(d_model // 2)
        ]
        rows.append([part for c in z for part in (c.imag, c.real)])
    return np.array(rows, dtype=np.float64)


def h3a_float64_scalars(positions, d_model):
    def angle(p, i):
        return np.float64(p) / np.power(np.float64(10000), 2 * i / d_model)

    out = np.ones((len(positions), d_model), dtype=np.float64)
    for r in range(len(positions)):
        for i in range(d_model // 2):
            a = angle(positions[r], i)
            out[r, 2 * i : 2 * i + 2] = [np.sin(a), np.cos(a)]
    return out


# --------------------------------------------------------- H3a, alternative


def h3a_concatenate_halves(positions, d_model):
    freq = 10000 ** (-np.arange(0, d_model, 2) / d_model)
    a = np.asarray(positions)[:, None] * freq
    return np.concatenate([np.sin(a), np.cos(a)], axis=-1)


def h3a_stack_transposed_halves(positions, d_model):
    freq = np.exp(-np.log(10000) * np.arange(d_model // 2) / (d_model // 2))
    a = np.outer(positions, freq)
    both = np.stack([np.sin(a), np.cos(a)], axis=1)
    return both.reshape(len(positions), d_model)


def h3a_slice_halves(positions, d_model):
    half = d_model // 2
    out = np.zeros((len(positions), d_model))
    for row, p in enumerate(positions):
        scale = 10000 ** (2 * np.arange(half) / d_model)
        out[row, :half] = np.sin(p / scale)
        out[row, half:] = np.cos(p / scale)
    return out


# --------------------------------------------------------------- H3a, wrong


def h3a_m1_even_column_doubled(positions, d_model):
    out = np.zeros((len(positions), d_model))
    for row, p in enumerate(positions):
        for i in range(0, d_model, 2):
            out[row, i] = math.sin(p / 10000 ** (2 * i / d_model))
            out[row, i + 1] = math.cos(p / 10000 ** (2 * i / d_model))
    return out


def h3a_m1_next_column_too(positions, d_model):
    rows = []
    for p in positions:
        row = []
        for i in range(0, d_model, 2):
            row.append(np.sin(p / 10000 ** (2 * i / d_model)))
            row.append(np.cos(p / 10000 ** (2 * (i + 1) / d_model)))
        rows.append(row)
    return np.array(rows)


def h3a_m1_four_i(positions, d_model):
    i = np.arange(d_model // 2)
    a = np.asarray(positions)[:, None] / np.power(10000.0, 4 * i / d_model)
    return np.stack([np.sin(a), np.cos(a)], axis=-1).reshape(len(a), d_model)


def h3a_m2_pair_over_d(positions, d_model):
    i = np.arange(d_model // 2)
    a = np.asarray(positions)[:, None] / 10000 ** (i / d_model)
    out = np.zeros((len(positions), d_model))
    out[:, 0::2] = np.sin(a)
    out[:, 1::2] = np.cos(a)
    return out


def h3a_m2_comprehension(positions, d_model):
    return np.array(
        [
            [
                f(p / 10000 ** (i / d_model))
                for i in range(d_model // 2)
                for f in (np.sin, np.cos)
            ]
            for p in positions
        ]
    )


def h3a_m2_exp_log(positions, d_model):
    div = np.exp(-math.log(10000.0) * np.arange(d_model // 2) / d_model)
    a = np.outer(positions, div)
    out = np.zeros((len(positions), d_model))
    out[:, 0::2], out[:, 1::2] = np.sin(a), np.cos(a)
    return out


def h3a_m3_column_over_d(positions, d_model):
    j = np.arange(d_model)
    angle = np.asarray(positions)[:, None] / np.power(10000, j / d_model)
    return np.where(j % 2 == 0, np.sin(angle), np.cos(angle))


def h3a_m3_two_div_terms(positions, d_model):
    p = np.asarray(positions)[:, None]
    out = np.zeros((len(positions), d_model))
    out[:, 0::2] = np.sin(p / 10000 ** (np.arange(0, d_model, 2) / d_model))
    out[:, 1::2] = np.cos(p / 10000 ** (np.arange(1, d_model, 2) / d_model))
    return out


def h3a_m3_loop(positions, d_model):
    out = np.zeros((len(positions), d_model))
    for r, p in enumerate(positions):
        for j in range(d_model):
            x = p / math.pow(10000, j / d_model)
            out[r, j] = math.sin(x) if j % 2 == 0 else math.cos(x)
    return out


def h3a_m4_floor_exponent(positions, d_model):
    out = np.zeros((len(positions), d_model))
    for row, p in enumerate(positions):
        for i in range(0, d_model, 2):
            out[row, i] = math.sin(p / 10000 ** (i // d_model))
            out[row, i + 1] = math.cos(p / 10000 ** (i // d_model))
    return out


def h3a_m4_tiled_pair(positions, d_model):
    pair = np.column_stack([np.sin(positions), np.cos(positions)])
    return np.tile(pair, (1, d_model // 2))


def h3a_m4_integer_powers(positions, d_model):
    exponent = 2 * np.arange(d_model // 2) // d_model
    a = np.asarray(positions)[:, None] / np.power(10000, exponent)
    return np.stack([np.sin(a), np.cos(a)], axis=-1).reshape(len(a), d_model)


def h3a_m6_last_is_exactly_base(positions, d_model):
    half = d_model // 2
    freq = np.exp(-math.log(10000) * np.arange(half) / max(half - 1, 1))
    a = np.asarray(positions)[:, None] * freq
    out = np.zeros((len(positions), d_model))
    out[:, 0::2], out[:, 1::2] = np.sin(a), np.cos(a)
    return out


def h3a_m6_logspace_inclusive(positions, d_model):
    a = np.outer(positions, np.logspace(0, -4, d_model // 2))
    return np.stack([np.sin(a), np.cos(a)], axis=-1).reshape(len(a), d_model)


def h3a_m6_loop(positions, d_model):
    last = max(d_model / 2 - 1, 1)
    out = np.zeros((len(positions), d_model))
    for r, p in enumerate(positions):
        for i in range(d_model // 2):
            out[r, 2 * i] = math.sin(p / 10000 ** (i / last))
            out[r, 2 * i + 1] = math.cos(p / 10000 ** (i / last))
    return out


def h3a_m7_thousand(positions, d_model):
    a = np.asarray(positions)[:, None] / 1000 ** (np.arange(0, d_model, 2) / d_model)
    out = np.zeros((len(positions), d_model))
    out[:, 0::2] = np.sin(a)
    out[:, 1::2] = np.cos(a)
    return out


def h3a_m7_exp_without_log(positions, d_model):
    rows = []
    for p in positions:
        row = []
        for i in range(d_model // 2):
            angle = p * math.exp(-2 * i / d_model)
            row += [math.sin(angle), math.cos(angle)]
        rows.append(row)
    return np.array(rows)


def h3a_m7_log_ten(positions, d_model):
    div = np.exp(-np.arange(0, d_model, 2) * math.log10(10000) / d_model)
    a = np.outer(positions, div)
    return np.stack([np.sin(a), np.cos(a)], axis=-1).reshape(len(a), d_model)


def h3a_m8_slices_swapped(positions, d_model):
    a = np.asarray(positions)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
    out = np.zeros((len(positions), d_model))
    out[:, 1::2] = np.sin(a)
    out[:, 0::2] = np.cos(a)
    return out


def h3a_m8_parity_test_wrong(positions, d_model):
    out = np.zeros((len(positions), d_model))
    for r, p in enumerate(positions):
        for j in range(d_model):
            x = p / 10000 ** (2 * (j // 2) / d_model)
            out[r, j] = math.sin(x) if j % 2 == 1 else math.cos(x)
    return out


def h3a_m8_complex_view(positions, d_model):
    theta = 10000 ** (-np.arange(0, d_model, 2) / d_model)
    return np.exp(1j * np.outer(positions, theta)).view(np.float64)


def h3a_m9_positions_plus_one(positions, d_model):
    p = np.asarray(positions)[:, None] + 1
    a = p / 10000 ** (np.arange(0, d_model, 2) / d_model)
    out = np.zeros((len(positions), d_model))
    out[:, 0::2], out[:, 1::2] = np.sin(a), np.cos(a)
    return out


def h3a_m9_loop_plus_one(positions, d_model):
    out = []
    for pos in positions:
        number = pos + 1
        row = []
        for i in range(0, d_model, 2):
            row.append(math.sin(number / 10000 ** (i / d_model)))
            row.append(math.cos(number / 10000 ** (i / d_model)))
        out.append(row)
    return np.array(out)


def h3a_m9_complex_extra_turn(positions, d_model):
    theta = 10000 ** (-np.arange(0, d_model, 2) / d_model)
    z = np.exp(1j * np.outer(positions, theta)) * np.exp(1j * theta)
    return np.stack([z.imag, z.real], axis=-1).reshape(len(z), d_model)


def h3a_m10_columns_flipped(positions, d_model):
    return np.fliplr(h3a_broadcasting(positions, d_model))


def h3a_m10_exponents_descending(positions, d_model):
    steps = np.arange(d_model - 2, -1, -2)
    a = np.asarray(positions)[:, None] / 10000 ** (steps / d_model)
    out = np.zeros((len(positions), d_model))
    out[:, 0::2], out[:, 1::2] = np.sin(a), np.cos(a)
    return out


def h3a_m10_index_counts_down(positions, d_model):
    out = np.zeros((len(positions), d_model))
    pairs = d_model // 2
    for r, p in enumerate(positions):
        for i in range(pairs):
            x = p / 10000 ** (2 * (pairs - 1 - i) / d_model)
            out[r, 2 * i], out[r, 2 * i + 1] = math.sin(x), math.cos(x)
    return out


def h3a_m11_deg2rad(positions, d_model):
    a = np.outer(positions, 10000 ** (-np.arange(0, d_model, 2) / d_model))
    out = np.zeros((len(positions), d_model))
    out[:, 0::2] = np.sin(np.deg2rad(a))
    out[:, 1::2] = np.cos(np.deg2rad(a))
    return out


def h3a_m11_pi_over_180(positions, d_model):
    rows = []
    for p in positions:
        row = []
        for i in range(d_model // 2):
            degrees = p / 10000 ** (2 * i / d_model)
            row.append(math.sin(degrees * math.pi / 180))
            row.append(math.cos(degrees * math.pi / 180))
        rows.append(row)
    return np.array(rows)


def h3a_m11_math_degrees(positions, d_model):
    out = np.zeros((len(positions), d_model))
    for r, p in enumerate(positions):
        for i in range(d_model // 2):
            x = math.degrees(p / 10000 ** (2 * i / d_model))
            out[r, 2 * i], out[r, 2 * i + 1] = math.sin(x), math.cos(x)
    return out


def h3a_m12_times_power(positions, d_model):
    a = np.asarray(positions)[:, None] * 10000 ** (np.arange(0, d_model, 2) / d_model)
    out = np.zeros((len(positions), d_model))
    out[:, 0::2], out[:, 1::2] = np.sin(a), np.cos(a)
    return out


def h3a_m12_exp_without_minus(positions, d_model):
    div = np.exp(np.arange(0, d_model, 2) * math.log(10000.0) / d_model)
    a = np.outer(positions, div)
    return np.stack([np.sin(a), np.cos(a)], axis=-1).reshape(len(a), d_model)


def h3a_m12_two_minus_signs(positions, d_model):
    rows = []
    for p in positions:
        row = []
        for i in range(0, d_model, 2):
            x = float(p) / 10000 ** (-i / d_model)
            row += [math.sin(x), math.cos(x)]
        rows.append(row)
    return np.array(rows)


def h3a_m13_final_transpose(positions, d_model):
    return h3a_exp_log(positions, d_model).transpose()


def h3a_m13_rows_are_dimensions(positions, d_model):
    positions = np.asarray(positions)
    out = np.zeros((d_model, len(positions)))
    for i in range(0, d_model, 2):
        out[i] = np.sin(positions / 10000 ** (i / d_model))
        out[i + 1] = np.cos(positions / 10000 ** (i / d_model))
    return out


def h3a_m14_last_position_everywhere(positions, d_model):
    out = np.zeros((len(positions), d_model))
    for p in positions:
        for i in range(d_model // 2):
            out[:, 2 * i] = math.sin(p / 10000 ** (2 * i / d_model))
            out[:, 2 * i + 1] = math.cos(p / 10000 ** (2 * i / d_model))
    return out


def h3a_m14_no_position(positions, d_model):
    freq = 10000 ** (-np.arange(0, d_model, 2) / d_model)
    row = np.stack([np.sin(freq), np.cos(freq)], axis=1).ravel()
    return np.tile(row, (len(positions), 1))


def h3a_m14_first_position_only(positions, d_model):
    row = h3a_two_loops(positions[:1], d_model)[0]
    return np.array([row for _ in positions])


def h3a_m15_float32_angles(positions, d_model):
    freq = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    a = (np.asarray(positions)[:, None] * freq).astype(np.float32)
    out = np.zeros((len(positions), d_model))
    out[:, 0::2], out[:, 1::2] = np.sin(a), np.cos(a)
    return out


def h3a_m15_float32_throughout(positions, d_model):
    position = np.asarray(positions, dtype=np.float32)[:, None]
    steps = np.arange(0, d_model, 2, dtype=np.float32)
    div_term = np.exp(steps * np.float32(-math.log(10000.0) / d_model))
    pe = np.zeros((len(positions), d_model), dtype=np.float32)
    pe[:, 0::2] = np.sin(position * div_term)
    pe[:, 1::2] = np.cos(position * div_term)
    return pe


def h3a_m15_float32_frequencies(positions, d_model):
    freq = (10000.0 ** (-np.arange(0, d_model, 2) / d_model)).astype("float32")
    a = np.outer(np.asarray(positions, dtype="float64"), freq)
    return np.stack([np.sin(a), np.cos(a)], axis=-1).reshape(len(a), d_model)


def h3a_m15_float16_positions(positions, d_model):
    with np.errstate(all="ignore"):
        p = np.asarray(positions).astype(np.float16)[:, None]
        a = p / 10000 ** (np.arange(0, d_model, 2) / d_model)
        out = np.zeros((len(positions), d_model))
        out[:, 0::2], out[:, 1::2] = np.sin(a), np.cos(a)
    return out


def h3a_m16_times_root_d(positions, d_model):
    out = np.zeros((len(positions), d_model))
    for r, p in enumerate(positions):
        for i in range(d_model // 2):
            x = p / 10000 ** (2 * i / d_model)
            out[r, 2 * i] = math.sqrt(d_model) * math.sin(x)
            out[r, 2 * i + 1] = math.sqrt(d_model) * math.cos(x)
    return out


def h3a_m16_rows_normalised(positions, d_model):
    out = h3a_where_parity(positions, d_model)
    return out / np.sqrt((out**2).sum(axis=1, keepdims=True))


def h3a_m16_each_row_unit(positions, d_model):
    out = h3a_two_loops(positions, d_model)
    for r in range(len(out)):
        out[r] = out[r] / np.linalg.norm(out[r])
    return out


def h3a_m17_int_table(positions, d_model):
    a = np.asarray(positions)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
    out = np.zeros((len(positions), d_model), dtype=np.int64)
    out[:, 0::2] = np.sin(a)
    out[:, 1::2] = np.cos(a)
    return out


def h3a_m17_floor_division(positions, d_model):
    a = np.asarray(positions)[:, None] // 10000 ** (np.arange(0, d_model, 2) / d_model)
    return np.stack([np.sin(a), np.cos(a)], axis=-1).reshape(len(a), d_model)


def h3a_m17_full_of_zero(positions, d_model):
    out = np.full((len(positions), d_model), 0)
    for r, p in enumerate(positions):
        for i in range(0, d_model, 2):
            out[r, i] = math.sin(p / 10000 ** (i / d_model))
            out[r, i + 1] = math.cos(p / 10000 ** (i / d_model))
    return out


# ---------------------------------------------- H3a, two mistakes at a time


def h3a_m7_m9(positions, d_model):
    p = np.asarray(positions)[:, None] + 1
    a = p / 1000 ** (np.arange(0, d_model, 2) / d_model)
    return np.stack([np.sin(a), np.cos(a)], axis=-1).reshape(len(a), d_model)


def h3a_m8_m9(positions, d_model):
    out = np.zeros((len(positions), d_model))
    for r, p in enumerate(positions):
        for i in range(d_model // 2):
            x = (p + 1) / 10000 ** (2 * i / d_model)
            out[r, 2 * i], out[r, 2 * i + 1] = math.cos(x), math.sin(x)
    return out


def h3a_m5_m9(positions, d_model):
    freq = 10000 ** (-np.arange(0, d_model, 2) / d_model)
    a = (np.asarray(positions)[:, None] + 1) * freq
    return np.concatenate([np.sin(a), np.cos(a)], axis=1)


def h3a_m1_m8(positions, d_model):
    a = np.outer(positions, 10000 ** (-2 * np.arange(0, d_model, 2) / d_model))
    out = np.zeros((len(positions), d_model))
    out[:, 0::2], out[:, 1::2] = np.cos(a), np.sin(a)
    return out


def h3a_m9_m16(positions, d_model):
    return np.sqrt(d_model) * h3a_where_parity(np.asarray(positions) + 1, d_model)


def h3a_m6_m8(positions, d_model):
    half = d_model // 2
    freq = np.exp(-np.log(10000) * np.arange(half) / max(half - 1, 1))
    a = np.outer(positions, freq)
    out = np.zeros((len(positions), d_model))
    out[:, 0::2], out[:, 1::2] = np.cos(a), np.sin(a)
    return out


def h3a_m2_m7(positions, d_model):
    a = np.asarray(positions)[:, None] / 1000 ** (np.arange(d_model // 2) / d_model)
    return np.stack([np.sin(a), np.cos(a)], axis=-1).reshape(len(a), d_model)


def h3a_m8_m11(positions, d_model):
    rows = []
    for p in positions:
        row = []
        for i in range(0, d_model, 2):
            x = math.radians(p / 10000 ** (i / d_model))
            row += [math.cos(x), math.sin(x)]
        rows.append(row)
    return np.array(rows)


def h3a_m5_m6(positions, d_model):
    freq = np.geomspace(1, 1e-4, d_model // 2)
    a = np.outer(positions, freq)
    return np.hstack((np.sin(a), np.cos(a)))


def h3a_m5_m8(positions, d_model):
    freq = 10000 ** (-np.arange(0, d_model, 2) / d_model)
    a = np.outer(positions, freq)
    return np.hstack((np.cos(a), np.sin(a)))


def h3a_m7_m8(positions, d_model):
    a = np.outer(positions, 1000.0 ** (-np.arange(0, d_model, 2) / d_model))
    return np.exp(1j * a).view(float)


def h3a_m5_m7(positions, d_model):
    a = np.outer(positions, np.exp(-np.arange(0, d_model, 2) / d_model))
    return np.append(np.sin(a), np.cos(a), axis=1)


def h3a_m1_m9(positions, d_model):
    out = np.zeros((len(positions), d_model))
    for r, p in enumerate(positions):
        for i in range(0, d_model, 2):
            out[r, i] = math.sin((p + 1) / 10000 ** (2 * i / d_model))
            out[r, i + 1] = math.cos((p + 1) / 10000 ** (2 * i / d_model))
    return out


def h3a_m8_m16(positions, d_model):
    return h3a_m8_slices_swapped(positions, d_model) * d_model**0.5


# ------------------------------------------------- H3a, wrong without a name


def h3a_noise_added(positions, d_model):
    noise = np.random.default_rng(2).normal(0, 0.05, (len(positions), d_model))
    return h3a_broadcasting(positions, d_model) + noise


def h3a_random_table(positions, d_model):
    return np.random.default_rng(8).random((len(positions), d_model)) * 2 - 1


def h3a_all_zeros(positions, d_model):
    return np.zeros((len(positions), d_model))


def h3a_hundredth_off(positions, d_model):
    return h3a_broadcasting(positions, d_model) - 0.01


def h3a_one_column_negated(positions, d_model):
    out = h3a_broadcasting(positions, d_model)
    out[:, 1] = -out[:, 1]
    return out


def h3a_tanh_for_sine(positions, d_model):
    j = np.arange(d_model)
    a = np.asarray(positions)[:, None] / 10000 ** (j // 2 * 2 / d_model)
    return np.where(j % 2 == 0, np.tanh(a), np.cos(a))


def h3a_shuffled_columns(positions, d_model):
    order = np.random.default_rng(11).permutation(d_model)
    return h3a_broadcasting(positions, d_model)[:, order]


def h3a_row_number_as_position(positions, d_model):
    return h3a_broadcasting(np.arange(len(positions)), d_model)


def h3a_positions_clipped(positions, d_model):
    return h3a_broadcasting(np.minimum(positions, 512), d_model)


def h3a_positions_modulo(positions, d_model):
    return h3a_broadcasting(np.asarray(positions) % 1000, d_model)


def h3a_negative_angles(positions, d_model):
    return h3a_broadcasting(-np.asarray(positions), d_model)


def h3a_absolute_values(positions, d_model):
    return np.abs(h3a_broadcasting(positions, d_model))


def h3a_sine_everywhere(positions, d_model):
    freq = np.repeat(10000 ** (-np.arange(0, d_model, 2) / d_model), 2)
    return np.sin(np.outer(positions, freq))


def h3a_two_pi_inside(positions, d_model):
    return h3a_broadcasting(2 * np.pi * np.asarray(positions), d_model)


# --------------------------------------------------- H1a, attention weights


def h1a_plain_numpy(query, key):
    scores = query @ key.T / np.sqrt(key.shape[-1])
    weights = np.exp(scores)
    return weights / weights.sum(axis=1, keepdims=True)


def h1a_max_subtracted(query, key):
    scores = np.matmul(query, key.T) / math.sqrt(query.shape[1])
    scores = scores - scores.max(axis=-1, keepdims=True)
    e = np.exp(scores)
    return e / np.sum(e, axis=-1, keepdims=True)


def h1a_three_loops(query, key):
    m, n, d_k = len(query), len(key), len(query[0])
    weights = np.zeros((m, n))
    for a in range(m):
        for b in range(n):
            dot = sum(query[a][c] * key[b][c] for c in range(d_k))
            weights[a, b] = math.exp(dot / math.sqrt(d_k))
        weights[a] /= weights[a].sum()
    return weights


def h1a_row_lists(query, key):
    def softmax(row):
        top = max(row)
        e = [math.exp(x - top) for x in row]
        return [x / sum(e) for x in e]

    root = len(key[0]) ** 0.5
    return np.array([softmax([np.dot(q, k) / root for k in key]) for q in query])


def h1a_float32(query, key):
    q = np.asarray(query, dtype=np.float32)
    k = np.asarray(key, dtype=np.float32)
    s = np.einsum("md,nd->mn", q, k) / np.float32(np.sqrt(q.shape[-1]))
    s = np.exp(s - s.max(axis=1)[:, None])
    return s / s.sum(axis=1)[:, None]


def h1a_scaled_query_first(query, key):
    q = query * query.shape[1] ** -0.5
    e = np.exp(np.dot(q, np.transpose(key)))
    return (e.T / e.sum(axis=1)).T


def h1a_log_sum_exp(query, key):
    s = query @ key.T / np.sqrt(query.shape[-1])
    return np.exp(s - np.logaddexp.reduce(s, axis=1, keepdims=True))


def h1a_m19_axis_zero(query, key):
    scores = query @ key.T / np.sqrt(query.shape[1])
    e = np.exp(scores)
    return e / e.sum(axis=0)


def h1a_m19_axis_zero_max(query, key):
    s = query @ key.T / math.sqrt(key.shape[1])
    s = s - np.max(s, axis=0, keepdims=True)
    return np.exp(s) / np.sum(np.exp(s), axis=0, keepdims=True)


def h1a_m19_loop_over_keys(query, key):
    s = np.dot(query, key.T) / np.sqrt(query.shape[-1])
    w = np.zeros_like(s)
    for k in range(s.shape[1]):
        e = np.exp(s[:, k] - s[:, k].max())
        w[:, k] = e / e.sum()
    return w


def h1a_m20_d_k(query, key):
    e = np.exp(query @ key.T / query.shape[1])
    return e / e.sum(axis=1, keepdims=True)


def h1a_m20_no_division(query, key):
    s = query @ key.T
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def h1a_m20_root_of_queries(query, key):
    s = query @ key.T / np.sqrt(query.shape[0])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def h1a_m20_root_of_keys(query, key):
    s = query @ key.T / math.sqrt(len(key))
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def h1a_m19_m20(query, key):
    e = np.exp(query @ key.T)
    return e / e.sum(axis=0, keepdims=True)


def h1a_scores_only(query, key):
    return query @ key.T / np.sqrt(query.shape[1])


def h1a_uniform(query, key):
    return np.full((len(query), len(key)), 1 / len(key))


def h1a_all_zeros(query, key):
    return np.zeros((len(query), len(key)))


def h1a_hundredth_off(query, key):
    return h1a_max_subtracted(query, key) + 0.01


def h1a_scores_over_sum(query, key):
    s = np.abs(query @ key.T)
    return s / s.sum(axis=1, keepdims=True)


def h1a_sharpest_key_only(query, key):
    return np.eye(len(key))[np.argmax(query @ key.T, axis=1)]


def h1a_negative_scores(query, key):
    return h1a_max_subtracted(-query, key)


def h1a_powers_of_two(query, key):
    w = 2.0 ** (query @ key.T / np.sqrt(query.shape[1]))
    return w / w.sum(axis=1, keepdims=True)


# ----------------------------------------------- H1b, normalised positions


def h1b_arange(n):
    return (np.arange(n) + 1) / n


def h1b_arange_from_one(n):
    return np.arange(1, n + 1) / n


def h1b_linspace(n):
    return np.linspace(1 / n, 1, n)


def h1b_comprehension(n):
    return np.array([(pos + 1) / n for pos in range(n)])


def h1b_loop(n):
    out = np.zeros(n)
    for pos in range(n):
        out[pos] = (pos + 1) / n
    return out


def h1b_cumulative_sum(n):
    return np.cumsum(np.ones(n)) / n


def h1b_float32(n):
    return np.arange(1, n + 1, dtype=np.float32) / np.float32(n)


def h1b_bare_list(n):
    return [p / n for p in range(1, n + 1)]


def h1b_start_arange(n):
    return np.arange(n) / n


def h1b_start_loop(n):
    return np.array([pos / n for pos in range(n)])


def h1b_start_linspace(n):
    return np.linspace(0, 1, n, endpoint=False)


def h1b_last_linspace(n):
    return np.linspace(0, 1, n)


def h1b_last_arange(n):
    return np.arange(n) / max(n - 1, 1)


def h1b_last_loop(n):
    pos = list(range(n))
    return np.array([p / max(pos[-1], 1) for p in pos])


def h1b_m17_floor_division(n):
    return (np.arange(n) + 1) // n


def h1b_m17_int_array(n):
    out = np.zeros(n, dtype=int)
    for pos in range(n):
        out[pos] = (pos + 1) / n
    return out


def h1b_m17_loop_floor(n):
    return np.array([float((pos + 1) // n) for pos in range(n)])


def h1b_raw_positions(n):
    return np.arange(1.0, n + 1)


def h1b_backwards(n):
    return np.arange(n, 0, -1) / n


def h1b_all_zeros(n):
    return np.zeros(n)


def h1b_random(n):
    return np.random.default_rng(4).random(n)


def h1b_hundredth_off(n):
    return np.arange(1, n + 1) / n + 0.01


def h1b_minus_one_to_one(n):
    return np.linspace(-1, 1, n)


# ------------------------------------------------------ H1c, add positions


def h1c_broadcast(x, codes):
    return x + codes[: x.shape[1]]


def h1c_new_axis(x, codes):
    batch, n, d_model = x.shape
    return x + codes[np.newaxis, :n, :]


def h1c_loop_over_sentences(x, codes):
    out = np.zeros_like(x, dtype=float)
    for b in range(len(x)):
        out[b] = x[b] + codes[: len(x[b])]
    return out


def h1c_three_loops(x, codes):
    out = np.array(x, dtype=float)
    for b in range(x.shape[0]):
        for p in range(x.shape[1]):
            for j in range(x.shape[2]):
                out[b, p, j] = x[b, p, j] + codes[p, j]
    return out


def h1c_comprehension(x, codes):
    return np.array([[w + c for w, c in zip(s, codes, strict=False)] for s in x])


def h1c_tile(x, codes):
    return np.add(x, np.tile(codes[: x.shape[1]], (x.shape[0], 1, 1)))


def h1c_stack_float32(x, codes):
    short = codes[: x.shape[1]].astype(np.float32)
    return np.stack([s.astype(np.float32) + short for s in x])


def h1c_m14_middle_axis(x, codes):
    return x + codes[: x.shape[0]][:, None, :]


def h1c_m14_loop_sentence_number(x, codes):
    out = np.zeros(x.shape)
    for b in range(x.shape[0]):
        out[b] = x[b] + codes[b]
    return out


def h1c_m14_batch_as_length(x, codes):
    length = x.shape[0]
    return x + np.expand_dims(codes[:length, :], 1)


def h1c_m14_one_row(x, codes):
    return x + codes[0]


def h1c_unchanged(x, codes):
    return x.copy()


def h1c_times(x, codes):
    return x * codes[: x.shape[1]]


def h1c_minus(x, codes):
    return x - codes[: x.shape[1]]


def h1c_codes_backwards(x, codes):
    return x + codes[: x.shape[1]][::-1]


def h1c_average(x, codes):
    return (x + codes[: x.shape[1]]) / 2


def h1c_first_sentence_only(x, codes):
    out = np.array(x, dtype=float)
    out[0] += codes[: x.shape[1]]
    return out


def h1c_codes_only(x, codes):
    return np.repeat(codes[None, : x.shape[1]], len(x), axis=0)


def h1c_hundredth_off(x, codes):
    return x + codes[: x.shape[1]] + 0.01


# --------------------------------------------------------------- H2a, waves


def h2a_broadcasting(positions, wavelengths):
    angles = 2 * np.pi * np.asarray(positions)[:, None] / np.asarray(wavelengths)
    out = np.empty((len(positions), 2 * len(wavelengths)))
    out[:, 0::2] = np.sin(angles)
    out[:, 1::2] = np.cos(angles)
    return out


def h2a_two_loops(positions, wavelengths):
    out = np.zeros((len(positions), 2 * len(wavelengths)))
    for r, pos in enumerate(positions):
        for i, wave in enumerate(wavelengths):
            out[r, 2 * i] = math.sin(2 * math.pi * pos / wave)
            out[r, 2 * i + 1] = math.cos(2 * math.pi * pos / wave)
    return out


def h2a_list_rows(positions, wavelengths):
    rows = []
    for p in positions:
        row = []
        for w in wavelengths:
            turn = math.tau * p / w
            row += [math.sin(turn), math.cos(turn)]
        rows.append(row)
    return np.array(rows)


def h2a_stack(positions, wavelengths):
    a = np.outer(positions, 2 * np.pi / np.array(wavelengths))
    return np.stack([np.sin(a), np.cos(a)], axis=-1).reshape(len(positions), -1)


def h2a_columns(positions, wavelengths):
    t = 2 * np.pi * np.array(positions)
    return np.column_stack([f(t / w) for w in wavelengths for f in (np.sin, np.cos)])


def h2a_complex(positions, wavelengths):
    z = np.exp(2j * np.pi * np.asarray(positions)[:, None] / np.asarray(wavelengths))
    return np.dstack([z.imag, z.real]).reshape(len(z), -1)


def h2a_float32_output(positions, wavelengths):
    return h2a_stack(positions, wavelengths).astype(np.float32)


def h2a_m5_concatenate(positions, wavelengths):
    a = 2 * np.pi * np.asarray(positions)[:, None] / np.asarray(wavelengths)
    return np.concatenate([np.sin(a), np.cos(a)], axis=1)


def h2a_m5_list_of_columns(positions, wavelengths):
    t = 2 * np.pi * np.array(positions)
    sines = [np.sin(t / w) for w in wavelengths]
    cosines = [np.cos(t / w) for w in wavelengths]
    return np.array(sines + cosines).T


def h2a_m8_slices(positions, wavelengths):
    a = 2 * np.pi * np.asarray(positions)[:, None] / np.asarray(wavelengths)
    out = np.empty((len(positions), 2 * len(wavelengths)))
    out[:, 0::2] = np.cos(a)
    out[:, 1::2] = np.sin(a)
    return out


def h2a_m8_loop(positions, wavelengths):
    rows = []
    for p in positions:
        row = []
        for w in wavelengths:
            row.append(math.cos(2 * math.pi * p / w))
            row.append(math.sin(2 * math.pi * p / w))
        rows.append(row)
    return np.array(rows)


def h2a_m9_plus_one(positions, wavelengths):
    a = 2 * np.pi * (np.asarray(positions)[:, None] + 1) / np.asarray(wavelengths)
    return np.stack([np.sin(a), np.cos(a)], axis=-1).reshape(len(a), -1)


def h2a_m9_loop(positions, wavelengths):
    out = np.zeros((len(positions), 2 * len(wavelengths)))
    for r, pos in enumerate(positions):
        for i, wave in enumerate(wavelengths):
            out[r, 2 * i] = math.sin(2 * math.pi * (pos + 1) / wave)
            out[r, 2 * i + 1] = math.cos(2 * math.pi * (pos + 1) / wave)
    return out


def h2a_m11_three_sixty(positions, wavelengths):
    a = 360 * np.asarray(positions)[:, None] / np.asarray(wavelengths)
    out = np.empty((len(positions), 2 * len(wavelengths)))
    out[:, 0::2], out[:, 1::2] = np.sin(a), np.cos(a)
    return out


def h2a_m11_radians_of_angle(positions, wavelengths):
    a = np.radians(2 * np.pi * np.outer(positions, 1 / np.asarray(wavelengths)))
    return np.stack([np.sin(a), np.cos(a)], axis=-1).reshape(len(a), -1)


def h2a_m12_times_wavelength(positions, wavelengths):
    a = 2 * np.pi * np.asarray(positions)[:, None] * np.asarray(wavelengths)
    return np.stack([np.sin(a), np.cos(a)], axis=-1).reshape(len(a), -1)


def h2a_m12_loop(positions, wavelengths):
    out = np.zeros((len(positions), 2 * len(wavelengths)))
    for r, pos in enumerate(positions):
        for i, wave in enumerate(wavelengths):
            out[r, 2 * i] = math.sin(2 * math.pi * pos * wave)
            out[r, 2 * i + 1] = math.cos(2 * math.pi * pos * wave)
    return out


def h2a_two_pi_forgotten(positions, wavelengths):
    a = np.asarray(positions)[:, None] / np.asarray(wavelengths)
    out = np.empty((len(positions), 2 * len(wavelengths)))
    out[:, 0::2], out[:, 1::2] = np.sin(a), np.cos(a)
    return out


def h2a_two_pi_forgotten_loop(positions, wavelengths):
    return np.array(
        [
            [f(p / w) for w in wavelengths for f in (math.sin, math.cos)]
            for p in positions
        ]
    )


def h2a_m8_m9(positions, wavelengths):
    a = 2 * np.pi * (np.asarray(positions)[:, None] + 1) / np.asarray(wavelengths)
    return np.stack([np.cos(a), np.sin(a)], axis=-1).reshape(len(a), -1)


def h2a_all_zeros(positions, wavelengths):
    return np.zeros((len(positions), 2 * len(wavelengths)))


def h2a_one_pi(positions, wavelengths):
    a = np.pi * np.asarray(positions)[:, None] / np.asarray(wavelengths)
    return np.stack([np.sin(a), np.cos(a)], axis=-1).reshape(len(a), -1)


def h2a_tanh(positions, wavelengths):
    out = h2a_stack(positions, wavelengths)
    out[:, 0::2] = np.tanh(out[:, 0::2])
    return out


def h2a_noise(positions, wavelengths):
    out = h2a_stack(positions, wavelengths)
    return out + np.random.default_rng(6).normal(0, 0.1, out.shape)


def h2a_hundredth_off(positions, wavelengths):
    return h2a_stack(positions, wavelengths) + 0.01


def h2a_first_column_negated(positions, wavelengths):
    out = h2a_stack(positions, wavelengths)
    out[:, 0] *= -1
    return out


# -------------------------------------------------------- H2b, closest pair


def h2b_two_loops(codes):
    best, pair = float("inf"), None
    for i in range(len(codes)):
        for j in range(i + 1, len(codes)):
            distance = np.linalg.norm(codes[i] - codes[j])
            if distance < best:
                best, pair = distance, (i, j)
    return pair


def h2b_masked_diagonal(codes):
    d = np.linalg.norm(codes[:, None] - codes[None, :], axis=-1)
    np.fill_diagonal(d, np.inf)
    i, j = np.unravel_index(np.argmin(d), d.shape)
    return int(min(i, j)), int(max(i, j))


def h2b_combinations(codes):
    pairs = itertools.combinations(range(len(codes)), 2)
    return min(pairs, key=lambda p: math.dist(codes[p[0]], codes[p[1]]))


def h2b_upper_triangle(codes):
    codes = np.asarray(codes)
    i, j = np.triu_indices(len(codes), k=1)
    best = ((codes[i] - codes[j]) ** 2).sum(axis=1).argmin()
    return i[best], j[best]


def h2b_squared_sum_by_hand(codes):
    found = []
    for j in range(len(codes)):
        for i in range(j):
            total = 0.0
            for a, b in zip(codes[i], codes[j], strict=True):
                total += (a - b) ** 2
            found.append((total**0.5, i, j))
    return sorted(found)[0][1:]


def h2b_list_answer(codes):
    d = np.array([[np.sqrt(np.sum((a - b) ** 2)) for b in codes] for a in codes])
    d[np.tril_indices(len(d))] = np.inf
    return [int(k) for k in divmod(int(d.argmin()), len(d))]


def h2b_itself_argmin(codes):
    d = np.linalg.norm(codes[:, None] - codes[None, :], axis=-1)
    i, j = np.unravel_index(np.argmin(d), d.shape)
    return int(i), int(j)


def h2b_itself_loops(codes):
    best, pair = float("inf"), (0, 0)
    for i in range(len(codes)):
        for j in range(len(codes)):
            distance = np.linalg.norm(codes[i] - codes[j])
            if distance < best:
                best, pair = distance, (i, j)
    return pair


def h2b_itself_last_tie(codes):
    pairs = itertools.combinations_with_replacement(range(len(codes)), 2)
    return min(pairs, key=lambda p: (math.dist(codes[p[0]], codes[p[1]]), -p[0]))


def h2b_neighbours_diff(codes):
    steps = np.linalg.norm(np.diff(codes, axis=0), axis=1)
    i = int(np.argmin(steps))
    return i, i + 1


def h2b_neighbours_loop(codes):
    best, pair = 1e9, (0, 1)
    for i in range(len(codes) - 1):
        distance = math.dist(codes[i], codes[i + 1])
        if distance < best:
            best, pair = distance, (i, i + 1)
    return pair


def h2b_farthest_loop(codes):
    best, pair = -1.0, None
    for i in range(len(codes)):
        for j in range(i + 1, len(codes)):
            distance = np.linalg.norm(codes[i] - codes[j])
            if distance > best:
                best, pair = distance, (i, j)
    return pair


def h2b_farthest_argmax(codes):
    d = np.linalg.norm(codes[:, None] - codes[None], axis=2)
    i, j = np.unravel_index(d.argmax(), d.shape)
    return int(min(i, j)), int(max(i, j))


def h2b_always_first_pair(codes):
    return 0, 1


def h2b_first_and_last(codes):
    return 0, len(codes) - 1


def h2b_rows_not_numbers(codes):
    i, j = h2b_two_loops(codes)
    return codes[i], codes[j]


def h2b_the_distance(codes):
    i, j = h2b_two_loops(codes)
    return float(np.linalg.norm(codes[i] - codes[j]))


def h2b_counting_from_one(codes):
    i, j = h2b_two_loops(codes)
    return i + 1, j + 1


def h2b_second_closest(codes):
    pairs = itertools.combinations(range(len(codes)), 2)
    return sorted(pairs, key=lambda p: math.dist(codes[p[0]], codes[p[1]]))[1]


# --------------------------------------------------------- H2c, frequencies


def h2c_arange(n_pairs, base):
    return base ** (-np.arange(n_pairs) / n_pairs)


def h2c_one_over_power(n_pairs, base):
    return 1.0 / np.power(float(base), np.arange(n_pairs) / n_pairs)


def h2c_comprehension(n_pairs, base):
    return np.array([base ** (-i / n_pairs) for i in range(n_pairs)])


def h2c_exp_log(n_pairs, base):
    return np.exp(-np.log(base) * np.arange(n_pairs) / n_pairs)


def h2c_repeated_division(n_pairs, base):
    ratio = base ** (1 / n_pairs)
    freq = [1.0]
    for _ in range(n_pairs - 1):
        freq.append(freq[-1] / ratio)
    return np.array(freq)


def h2c_geomspace(n_pairs, base):
    return np.geomspace(1, 1 / base, n_pairs + 1)[:-1]


def h2c_loop(n_pairs, base):
    out = np.zeros(n_pairs)
    for i in range(n_pairs):
        out[i] = 1 / base ** (2 * i / (2 * n_pairs))
    return out


def h2c_float32(n_pairs, base):
    return (base ** (-np.arange(n_pairs) / n_pairs)).astype(np.float32)


def h2c_m2_half_step(n_pairs, base):
    return base ** (-np.arange(n_pairs) / (2 * n_pairs))


def h2c_m2_loop(n_pairs, base):
    d_model = 2 * n_pairs
    return np.array([1 / base ** (i / d_model) for i in range(n_pairs)])


def h2c_m2_exp_log(n_pairs, base):
    return np.exp(-math.log(base) * np.arange(n_pairs) / (n_pairs * 2))


def h2c_m4_floor_loop(n_pairs, base):
    return np.array([1 / base ** (i // n_pairs) for i in range(n_pairs)])


def h2c_m4_integer_arange(n_pairs, base):
    return 1.0 / base ** (np.arange(n_pairs) // n_pairs)


def h2c_m6_linspace(n_pairs, base):
    return float(base) ** -np.linspace(0, 1, n_pairs)


def h2c_m6_minus_one(n_pairs, base):
    last = max(n_pairs - 1, 1)
    return np.array([base ** (-i / last) for i in range(n_pairs)])


def h2c_m6_geomspace(n_pairs, base):
    return np.geomspace(1.0, 1.0 / base, n_pairs)


def h2c_m12_no_minus(n_pairs, base):
    return base ** (np.arange(n_pairs) / n_pairs)


def h2c_m12_loop(n_pairs, base):
    return np.array([math.pow(base, i / n_pairs) for i in range(n_pairs)])


def h2c_m12_exp_log(n_pairs, base):
    return np.exp(np.log(base) * np.arange(n_pairs) / n_pairs)


def h2c_all_zeros(n_pairs, base):
    return np.zeros(n_pairs)


def h2c_linear_fall(n_pairs, base):
    return np.linspace(1, 1 / base, n_pairs)


def h2c_one_over_i(n_pairs, base):
    return 1 / (np.arange(n_pairs) + 1)


def h2c_random(n_pairs, base):
    return np.random.default_rng(9).random(n_pairs)


def h2c_hundredth_off(n_pairs, base):
    return base ** (-np.arange(n_pairs) / n_pairs) + 0.01


def h2c_negative_frequencies(n_pairs, base):
    return -(base ** (-np.arange(n_pairs) / n_pairs))


# -------------------------------------------------------- H3c, shift matrix


def h3c_block_loop(k, d_model):
    m = np.zeros((d_model, d_model))
    for i in range(d_model // 2):
        a = k / 10000 ** (2 * i / d_model)
        m[2 * i, 2 * i] = math.cos(a)
        m[2 * i, 2 * i + 1] = math.sin(a)
        m[2 * i + 1, 2 * i] = -math.sin(a)
        m[2 * i + 1, 2 * i + 1] = math.cos(a)
    return m


def h3c_two_by_two_blocks(k, d_model):
    m = np.zeros((d_model, d_model))
    for i in range(0, d_model, 2):
        c, s = np.cos(k / 10000 ** (i / d_model)), np.sin(k / 10000 ** (i / d_model))
        m[i : i + 2, i : i + 2] = [[c, s], [-s, c]]
    return m


def h3c_index_arrays(k, d_model):
    a = k * 10000 ** (-np.arange(0, d_model, 2) / d_model)
    even, odd = np.arange(0, d_model, 2), np.arange(1, d_model, 2)
    m = np.zeros((d_model, d_model))
    m[even, even] = m[odd, odd] = np.cos(a)
    m[even, odd] = np.sin(a)
    m[odd, even] = -np.sin(a)
    return m


def h3c_diagonals(k, d_model):
    a = k / np.power(10000.0, np.arange(0, d_model, 2) / d_model)
    beside = np.zeros(d_model - 1)
    beside[0::2] = np.sin(a)
    return (
        np.diag(np.repeat(np.cos(a), 2)) + np.diag(beside, k=1) - np.diag(beside, k=-1)
    )


def h3c_sum_of_krons(k, d_model):
    m = np.zeros((d_model, d_model))
    for i in range(d_model // 2):
        a = k * np.exp(-np.log(10000) * 2 * i / d_model)
        place = np.zeros((d_model // 2, d_model // 2))
        place[i, i] = 1
        m += np.kron(place, [[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    return m


def h3c_nested_lists(k, d_model):
    m = [[0.0] * d_model for _ in range(d_model)]
    for r in range(d_model):
        a = k / 10000 ** (2 * (r // 2) / d_model)
        m[r][r] = math.cos(a)
        if r % 2 == 0:
            m[r][r + 1] = math.sin(a)
        else:
            m[r][r - 1] = -math.sin(a)
    return np.array(m)


def h3c_sign_loop(k, d_model):
    m = np.zeros((d_model, d_model))
    for i in range(d_model // 2):
        a = k / 10000 ** (2 * i / d_model)
        m[2 * i, 2 * i] = m[2 * i + 1, 2 * i + 1] = math.cos(a)
        m[2 * i, 2 * i + 1] = -math.sin(a)
        m[2 * i + 1, 2 * i] = math.sin(a)
    return m


def h3c_sign_rotation_block(k, d_model):
    m = np.zeros((d_model, d_model))
    for i in range(0, d_model, 2):
        a = k / 10000 ** (i / d_model)
        rotation = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
        m[i : i + 2, i : i + 2] = rotation
    return m


def h3c_sign_for_row_vectors(k, d_model):
    return h3c_index_arrays(k, d_model).T


def h3c_sign_minus_k(k, d_model):
    return h3c_nested_lists(-k, d_model)


def h3c_identity(k, d_model):
    return np.eye(d_model)


def h3c_all_zeros(k, d_model):
    return np.zeros((d_model, d_model))


def h3c_cosines_only(k, d_model):
    a = k / 10000 ** (np.arange(0, d_model, 2) / d_model)
    return np.diag(np.repeat(np.cos(a), 2))


def h3c_both_sines_positive(k, d_model):
    m = np.zeros((d_model, d_model))
    for i in range(0, d_model, 2):
        a = k / 10000 ** (i / d_model)
        m[i, i] = m[i + 1, i + 1] = math.cos(a)
        m[i, i + 1] = m[i + 1, i] = math.sin(a)
    return m


def h3c_rolled_identity(k, d_model):
    return np.roll(np.eye(d_model), k, axis=0)


def h3c_noise(k, d_model):
    noise = np.random.default_rng(12).normal(0, 0.05, (d_model, d_model))
    return h3c_block_loop(k, d_model) + noise


def h3c_random_matrix(k, d_model):
    return np.random.default_rng(13).standard_normal((d_model, d_model))


def h3c_hundredth_off(k, d_model):
    return h3c_block_loop(k, d_model) + 0.01


# ----------------------------------------------------------- H4a, attention


def h4a_plain_numpy(query, key, value):
    e = np.exp(query @ key.T / np.sqrt(key.shape[1]))
    return e / e.sum(axis=1, keepdims=True) @ value


def h4a_max_subtracted(query, key, value):
    def softmax(x):
        x = x - np.max(x, axis=-1, keepdims=True)
        return np.exp(x) / np.exp(x).sum(axis=-1, keepdims=True)

    d_k = query.shape[-1]
    return softmax(np.matmul(query, np.swapaxes(key, -1, -2)) / math.sqrt(d_k)) @ value


def h4a_loops(query, key, value):
    m, n, d_k = len(query), len(key), len(key[0])
    out = np.zeros((m, len(value[0])))
    for a in range(m):
        s = [
            sum(query[a][c] * key[b][c] for c in range(d_k)) / math.sqrt(d_k)
            for b in range(n)
        ]
        e = [math.exp(x - max(s)) for x in s]
        for b in range(n):
            out[a] += e[b] / sum(e) * np.asarray(value[b])
    return out


def h4a_float32(query, key, value):
    q, k, v = (np.asarray(x, dtype=np.float32) for x in (query, key, value))
    s = q @ k.T * np.float32(q.shape[1] ** -0.5)
    w = np.exp(s - s.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    return w @ v


def h4a_einsum(query, key, value):
    s = np.einsum("qd,kd->qk", query, key) / key.shape[1] ** 0.5
    w = np.exp(s - s.max(1)[:, None])
    return np.einsum("qk,kv->qv", w, value) / w.sum(1)[:, None]


def h4a_one_query_at_a_time(query, key, value):
    rows = []
    for q in query:
        s = key @ q / np.sqrt(len(q))
        w = np.exp(s - s.max())
        rows.append((w / w.sum()) @ value)
    return np.vstack(rows)


def h4a_m19_axis_zero(query, key, value):
    e = np.exp(query @ key.T / np.sqrt(key.shape[1]))
    return (e / e.sum(axis=0)) @ value


def h4a_m19_softmax_helper(query, key, value):
    def softmax(x):
        e = np.exp(x - x.max(axis=0, keepdims=True))
        return e / e.sum(axis=0, keepdims=True)

    return softmax(query @ key.T / math.sqrt(query.shape[1])) @ value


def h4a_m19_transposed_scores(query, key, value):
    s = key @ query.T / np.sqrt(query.shape[-1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return (e / e.sum(axis=1, keepdims=True)).T @ value


def h4a_m20_d_k(query, key, value):
    s = query @ key.T / key.shape[1]
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value


def h4a_m20_no_division(query, key, value):
    s = query @ key.T
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value


def h4a_m20_root_of_d_v(query, key, value):
    s = query @ key.T / np.sqrt(value.shape[1])
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value


def h4a_m20_root_of_length(query, key, value):
    s = query @ key.T / math.sqrt(len(key))
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) @ value


def h4a_m19_m20(query, key, value):
    s = query @ key.T / key.shape[1]
    e = np.exp(s)
    return e / e.sum(axis=0, keepdims=True) @ value


def h4a_no_softmax(query, key, value):
    return query @ key.T / np.sqrt(key.shape[1]) @ value


def h4a_average_of_values(query, key, value):
    return np.tile(value.mean(axis=0), (len(query), 1))


def h4a_all_zeros(query, key, value):
    return np.zeros((len(query), value.shape[1]))


def h4a_best_value_only(query, key, value):
    return value[np.argmax(query @ key.T, axis=1)]


def h4a_weights_forgot_values(query, key, value):
    e = np.exp(query @ key.T / np.sqrt(key.shape[1]))
    return e / e.sum(axis=1, keepdims=True)


def h4a_exp_not_normalised(query, key, value):
    return np.exp(query @ key.T / np.sqrt(key.shape[1])) @ value


def h4a_hundredth_off(query, key, value):
    return h4a_einsum(query, key, value) + 0.01


def h4a_negative_scores(query, key, value):
    return h4a_einsum(-query, key, value)


# --------------------------------------------------------- H4b, split heads


def h4b_reshape_transpose(x, n_heads):
    n, d_model = x.shape
    return x.reshape(n, n_heads, d_model // n_heads).transpose(1, 0, 2)


def h4b_swapaxes(x, n_heads):
    return np.swapaxes(np.reshape(x, (len(x), n_heads, -1)), 0, 1)


def h4b_slices(x, n_heads):
    d_head = x.shape[1] // n_heads
    return np.array([x[:, h * d_head : (h + 1) * d_head] for h in range(n_heads)])


def h4b_split(x, n_heads):
    return np.stack(np.split(x, n_heads, axis=1))


def h4b_loops(x, n_heads):
    n, d_model = x.shape
    d_head = d_model // n_heads
    out = np.zeros((n_heads, n, d_head))
    for h in range(n_heads):
        for w in range(n):
            for c in range(d_head):
                out[h, w, c] = x[w, h * d_head + c]
    return out


def h4b_einsum(x, n_heads):
    return np.einsum("nhd->hnd", x.reshape(x.shape[0], n_heads, -1))


def h4b_transposed_first(x, n_heads):
    n, d_model = x.shape
    return x.T.reshape(n_heads, d_model // n_heads, n).transpose(0, 2, 1)


def h4b_m18_reshape(x, n_heads):
    n, d_model = x.shape
    return x.reshape(n_heads, n, d_model // n_heads)


def h4b_m18_minus_one(x, n_heads):
    return np.reshape(x, (n_heads, len(x), -1))


def h4b_m18_flat_counter(x, n_heads):
    n, d_model = x.shape
    out = np.zeros(n_heads * n * (d_model // n_heads))
    for place, number in enumerate(x.flatten()):
        out[place] = number
    return out.reshape(n_heads, n, d_model // n_heads)


def h4b_m18_split_of_flat(x, n_heads):
    parts = np.split(x.ravel(), n_heads)
    return np.stack([part.reshape(len(x), -1) for part in parts])


def h4b_m18_reshape_only(x, n_heads):
    return x.reshape(x.shape[0], n_heads, x.shape[1] // n_heads)


def h4b_every_nth_column(x, n_heads):
    return np.stack([x[:, h::n_heads] for h in range(n_heads)])


def h4b_heads_backwards(x, n_heads):
    return h4b_split(x, n_heads)[::-1]


def h4b_first_head_repeated(x, n_heads):
    d_head = x.shape[1] // n_heads
    return np.stack([x[:, :d_head]] * n_heads)


def h4b_all_zeros(x, n_heads):
    return np.zeros((n_heads, len(x), x.shape[1] // n_heads))


def h4b_words_backwards(x, n_heads):
    return h4b_split(x[::-1], n_heads)


def h4b_wrong_transpose(x, n_heads):
    return x.T.reshape(n_heads, x.shape[0], -1)


def h4b_hundredth_off(x, n_heads):
    return h4b_split(x, n_heads) + 0.01


# ------------------------------------------------------ H4d, to interleaved


def h4d_slices(table):
    half = table.shape[1] // 2
    out = np.empty_like(table)
    out[:, 0::2] = table[:, :half]
    out[:, 1::2] = table[:, half:]
    return out


def h4d_stack(table):
    half = table.shape[-1] // 2
    return np.stack([table[:, :half], table[:, half:]], axis=-1).reshape(table.shape)


def h4d_column_order(table):
    half = table.shape[1] // 2
    order = [c for i in range(half) for c in (i, half + i)]
    return table[:, order]


def h4d_loops(table):
    n, d = np.shape(table)
    out = np.zeros((n, d))
    for r in range(n):
        for i in range(d // 2):
            out[r, 2 * i] = table[r, i]
            out[r, 2 * i + 1] = table[r, i + d // 2]
    return out


def h4d_reshape_transpose(table):
    n, d = table.shape
    return table.reshape(n, 2, d // 2).transpose(0, 2, 1).reshape(n, d)


def h4d_zip_columns(table):
    sines, cosines = np.hsplit(table, 2)
    pairs = zip(sines.T, cosines.T, strict=True)
    return np.column_stack([c for pair in pairs for c in pair])


def h4d_fancy_index(table):
    d = table.shape[1]
    return table[:, np.arange(d).reshape(2, -1).T.ravel()]


def h4d_back_concatenate(table):
    return np.concatenate([table[:, 0::2], table[:, 1::2]], axis=1)


def h4d_back_slices(table):
    half = table.shape[1] // 2
    out = np.zeros_like(table)
    out[:, :half] = table[:, ::2]
    out[:, half:] = table[:, 1::2]
    return out


def h4d_back_reshape(table):
    n, d = table.shape
    return table.reshape(n, d // 2, 2).swapaxes(1, 2).reshape(n, d)


def h4d_unchanged_itself(table):
    return table


def h4d_unchanged_copy(table):
    return np.array(table)


def h4d_unchanged_half_by_half(table):
    half = table.shape[1] // 2
    return np.hstack([table[:, :half], table[:, half:]])


def h4d_m8_slices(table):
    half = table.shape[1] // 2
    out = np.empty_like(table)
    out[:, 1::2] = table[:, :half]
    out[:, 0::2] = table[:, half:]
    return out


def h4d_m8_stack(table):
    sines, cosines = np.split(table, 2, axis=1)
    return np.stack([cosines, sines], axis=2).reshape(len(table), -1)


def h4d_columns_flipped(table):
    return table[:, ::-1]


def h4d_halves_exchanged(table):
    half = table.shape[1] // 2
    return np.hstack([table[:, half:], table[:, :half]])


def h4d_all_zeros(table):
    return np.zeros_like(table)


def h4d_second_half_backwards(table):
    half = table.shape[1] // 2
    out = np.empty_like(table)
    out[:, 0::2] = table[:, :half]
    out[:, 1::2] = table[:, half:][:, ::-1]
    return out


def h4d_sines_twice(table):
    return np.repeat(table[:, : table.shape[1] // 2], 2, axis=1)


def h4d_hundredth_off(table):
    return h4d_slices(table) + 0.01


def h4d_cosines_negated(table):
    out = h4d_slices(table)
    out[:, 1::2] *= -1
    return out


# ------------------------------------------------------------------ hostile


def hostile_no_arguments():
    return np.zeros((4, 4))


def hostile_seven_arguments(a, b, c, d, e, f, g):
    return np.zeros((4, 4))


def hostile_keyword_needed(*args, secret):
    return np.zeros((4, 4))


def hostile_raises(*args):
    raise ValueError("not done yet")


def hostile_not_implemented(*args):
    raise NotImplementedError


def hostile_returns_none(*args):
    return None


def hostile_returns_not_implemented(*args):
    return NotImplemented


def hostile_returns_string(*args):
    return "0 1 0 1"


def hostile_returns_number_strings(*args):
    return np.array([["0.0", "1.0"], ["0.84", "0.54"]])


def hostile_returns_ragged(*args):
    return [[0.0, 1.0], [0.84], []]


def hostile_returns_dict(*args):
    return {0: [0.0, 1.0], 1: [0.84, 0.54]}


def hostile_returns_set(*args):
    return {0.0, 1.0}


def hostile_returns_nan(*args):
    return np.full((8, 8), np.nan)


def hostile_returns_nan_of_any_shape(first, second=None, *rest):
    rows = first if isinstance(first, int) else len(first)
    columns = second if isinstance(second, int) else 4
    return np.full((rows, columns), np.nan)


def hostile_returns_inf(first, second=None, *rest):
    rows = first if isinstance(first, int) else len(first)
    columns = second if isinstance(second, int) else 4
    return np.full((rows, columns), np.inf)


def hostile_returns_complex(*args):
    return np.full((8, 8), 1j)


def hostile_returns_object_array(*args):
    return np.array([[None, "a"], [object(), 3]], dtype=object)


def hostile_returns_generator(*args):
    return (row for row in [[0.0, 1.0], [0.84, 0.54]])


def hostile_is_generator(*args):
    yield [0.0, 1.0]
    yield [0.84, 0.54]


async def hostile_coroutine(*args):
    return np.zeros((4, 4))


def hostile_wrong_shape(*args):
    return np.zeros((3, 5, 7))


def hostile_zero_dimensional(*args):
    return np.array(0.5)


def hostile_returns_number(*args):
    return 42


def hostile_empty_array(*args):
    return np.array([])


def hostile_empty_list(*args):
    return []


def hostile_list_in_itself(*args):
    loop = []
    loop.append(loop)
    return loop


def hostile_very_deep_list(*args):
    deep = [0.0]
    for _ in range(5000):
        deep = [deep]
    return deep


def hostile_huge_view(*args):
    return np.broadcast_to(np.float64(0), (10**7, 10**5))


def hostile_returns_itself(*args):
    return hostile_returns_itself


def hostile_returns_bytes(*args):
    return b"\x00\x01"


def hostile_returns_booleans(*args):
    return np.zeros((8, 8), dtype=bool)


def hostile_returns_dates(*args):
    return np.zeros((8, 8), dtype="datetime64[s]")


def hostile_structured_array(*args):
    return np.zeros((8,), dtype=[("sine", float), ("cosine", float)])


def hostile_prints_ten_thousand_lines(*args):
    for line in range(10_000):
        print("line", line)
    return None


def hostile_asks_for_input(*args):
    return input("How many positions? ")


def hostile_calls_exit(*args):
    sys.exit(0)


def hostile_keyboard_interrupt(*args):
    raise KeyboardInterrupt


def hostile_generator_exit(*args):
    raise GeneratorExit


def hostile_calls_itself_for_ever(*args):
    return hostile_calls_itself_for_ever(*args)


def hostile_recursion_error(*args):
    raise RecursionError("maximum recursion depth exceeded")


def hostile_memory_error(*args):
    raise MemoryError


def hostile_stop_iteration(*args):
    raise StopIteration


def hostile_changes_argument(*args):
    for argument in args:
        if isinstance(argument, np.ndarray):
            argument[...] = 0
    return np.zeros((8, 8))


def hostile_adds_in_place(x, codes, *rest):
    x += codes[: x.shape[1]]
    return x


def hostile_sorts_argument(positions, *args):
    positions.sort()
    return np.zeros((8, 8))


def hostile_endless_loop(*args):
    while True:
        pass


def hostile_changes_its_mind(*args):
    hostile_changes_its_mind.calls = getattr(hostile_changes_its_mind, "calls", 0) + 1
    return np.zeros((hostile_changes_its_mind.calls, 3))


class SpeechlessError(Exception):
    def __str__(self):
        raise RuntimeError("no words")

    __repr__ = __str__


def hostile_error_without_words(*args):
    raise SpeechlessError


class OutsideError(BaseException):
    """Not caught by `except Exception`."""


def hostile_base_exception(*args):
    raise OutsideError("past every except Exception")


class PlainClass:
    pass


class ClassWithArguments:
    def __init__(self, *args):
        self.args = args


class ArrayRaises:
    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("no array here")


class ArrayIsNoArray:
    shape = (4, 4)
    dtype = np.dtype(float)

    def __array__(self, dtype=None, copy=None):
        return "four by four"


class ShapeLies:
    shape = (10, 8)
    ndim = 2
    size = 80

    def __array__(self, dtype=None, copy=None):
        return np.zeros((2, 3))


class ReprRaises:
    def __repr__(self):
        raise RuntimeError("no name")

    __str__ = __repr__


class EqualRaises:
    __hash__ = None

    def __eq__(self, other):
        raise RuntimeError("do not compare")


class EqualToEverything:
    __hash__ = None

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __sub__(self, other):
        return 0

    __rsub__ = __sub__


class BooleanRaises:
    def __bool__(self):
        raise RuntimeError("neither true nor false")


class AttributesRaise:
    def __getattr__(self, name):
        raise RuntimeError("no attribute " + name)


class LengthLies:
    def __len__(self):
        return 10**9

    def __getitem__(self, index):
        raise RuntimeError("nothing at " + str(index))


class CallRaises:
    def __call__(self, *args):
        raise RuntimeError("not to be called")


class AlwaysCloseArray(np.ndarray):
    """Every difference, comparison and maximum says that nothing is wrong."""

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return np.zeros(self.shape)

    def __array_function__(self, func, types, args, kwargs):
        return True


class SilentArray(np.ndarray):
    def __repr__(self):
        raise RuntimeError("no picture of me")

    __str__ = __repr__


class FloatLies(float):
    def __sub__(self, other):
        return 0.0

    __rsub__ = __sub__

    def __eq__(self, other):
        return True

    __hash__ = float.__hash__


def hostile_array_raises(*args):
    return ArrayRaises()


def hostile_array_is_no_array(*args):
    return ArrayIsNoArray()


def hostile_shape_lies(*args):
    return ShapeLies()


def hostile_repr_raises(*args):
    return ReprRaises()


def hostile_equal_raises(*args):
    return EqualRaises()


def hostile_equal_to_everything(*args):
    return EqualToEverything()


def hostile_boolean_raises(*args):
    return BooleanRaises()


def hostile_length_lies(*args):
    return LengthLies()


def hostile_attributes_raise(*args):
    return AttributesRaise()


def hostile_always_close(first, second=None, *rest):
    rows = first if isinstance(first, int) else len(first)
    columns = second if isinstance(second, int) else 4
    return np.full((rows, columns), 7.0).view(AlwaysCloseArray)


def hostile_silent_array(first, second=None, *rest):
    rows = first if isinstance(first, int) else len(first)
    columns = second if isinstance(second, int) else 4
    return np.full((rows, columns), 7.0).view(SilentArray)


def hostile_lying_floats(*args):
    return [[FloatLies(7)] * 8 for _ in range(8)]


def hostile_all_masked(first, second=None, *rest):
    rows = first if isinstance(first, int) else len(first)
    columns = second if isinstance(second, int) else 4
    return np.ma.masked_all((rows, columns))


def hostile_masked_wrong_values(first, second=None, *rest):
    rows = first if isinstance(first, int) else len(first)
    columns = second if isinstance(second, int) else 4
    return np.ma.array(np.full((rows, columns), 7.0), mask=True)


def hostile_returns_function(*args):
    return lambda: np.zeros((4, 4))


def hostile_returns_class(*args):
    return PlainClass


HOSTILE = [
    ("None", None),
    ("Ellipsis", ...),
    ("NotImplemented", NotImplemented),
    ("a string", "sin(pos / 10000 ** (2 * i / d_model))"),
    ("a number", 3.14),
    ("a class", PlainClass),
    ("a class that takes any arguments", ClassWithArguments),
    ("a module", np),
    ("a list", [[0.0, 1.0], [0.84, 0.54]]),
    ("a dict", {"answer": 1}),
    ("a table in place of the function", np.zeros((4, 4))),
    ("a built-in function", print),
    ("a NumPy function", np.sin),
    ("an iterator", iter([1, 2, 3])),
    ("object that raises when called", CallRaises()),
    ("object whose __array__ raises", ArrayRaises()),
    ("object whose __repr__ raises", ReprRaises()),
    ("object whose __eq__ raises", EqualRaises()),
    ("object whose __bool__ raises", BooleanRaises()),
    ("object whose attributes raise", AttributesRaise()),
    ("takes no arguments", hostile_no_arguments),
    ("takes seven arguments", hostile_seven_arguments),
    ("needs a keyword argument", hostile_keyword_needed),
    ("raises ValueError", hostile_raises),
    ("raises NotImplementedError", hostile_not_implemented),
    ("returns None", hostile_returns_none),
    ("returns NotImplemented", hostile_returns_not_implemented),
    ("returns a string", hostile_returns_string),
    ("returns an array of strings", hostile_returns_number_strings),
    ("returns a ragged list", hostile_returns_ragged),
    ("returns a dict", hostile_returns_dict),
    ("returns a set", hostile_returns_set),
    ("returns NaN", hostile_returns_nan),
    ("returns NaN in the right shape", hostile_returns_nan_of_any_shape),
    ("returns inf in the right shape", hostile_returns_inf),
    ("returns complex numbers", hostile_returns_complex),
    ("returns an object array", hostile_returns_object_array),
    ("returns a generator", hostile_returns_generator),
    ("is a generator function", hostile_is_generator),
    ("is a coroutine function", hostile_coroutine),
    ("returns a wrong shape", hostile_wrong_shape),
    ("returns a 0-d array", hostile_zero_dimensional),
    ("returns a number", hostile_returns_number),
    ("returns an empty array", hostile_empty_array),
    ("returns an empty list", hostile_empty_list),
    ("returns a list that holds itself", hostile_list_in_itself),
    ("returns a list 5000 deep", hostile_very_deep_list),
    ("returns a view of 8 terabytes", hostile_huge_view),
    ("returns itself", hostile_returns_itself),
    ("returns bytes", hostile_returns_bytes),
    ("returns booleans", hostile_returns_booleans),
    ("returns dates", hostile_returns_dates),
    ("returns a structured array", hostile_structured_array),
    ("returns a function", hostile_returns_function),
    ("returns a class", hostile_returns_class),
    ("prints 10 000 lines", hostile_prints_ten_thousand_lines),
    ("calls input()", hostile_asks_for_input),
    ("calls sys.exit", hostile_calls_exit),
    ("raises KeyboardInterrupt", hostile_keyboard_interrupt),
    ("raises GeneratorExit", hostile_generator_exit),
    ("calls itself for ever", hostile_calls_itself_for_ever),
    ("raises RecursionError", hostile_recursion_error),
    ("raises MemoryError", hostile_memory_error),
    ("raises StopIteration", hostile_stop_iteration),
    ("raises an error that cannot be printed", hostile_error_without_words),
    ("raises a bare BaseException", hostile_base_exception),
    ("changes its argument", hostile_changes_argument),
    ("adds in place", hostile_adds_in_place),
    ("sorts its argument", hostile_sorts_argument),
    ("another shape at every call", hostile_changes_its_mind),
    ("result whose __array__ raises", hostile_array_raises),
    ("result whose __array__ is no array", hostile_array_is_no_array),
    ("result whose shape lies", hostile_shape_lies),
    ("result whose __repr__ raises", hostile_repr_raises),
    ("result whose __eq__ raises", hostile_equal_raises),
    ("result equal to everything", hostile_equal_to_everything),
    ("result whose __bool__ raises", hostile_boolean_raises),
    ("result whose length lies", hostile_length_lies),
    ("result whose attributes raise", hostile_attributes_raise),
    ("ndarray subclass that is always close", hostile_always_close),
    ("ndarray subclass that cannot be printed", hostile_silent_array),
    ("floats that lie", hostile_lying_floats),
    ("masked array, all masked", hostile_all_masked),
    ("masked array, wrong values masked", hostile_masked_wrong_values),
    ("endless loop", hostile_endless_loop),
]

RIGHT = [
    ("7a", "two loops", a7_two_loops),
    ("7a", "even step loop", a7_even_step_loop),
    ("7a", "list of lists", a7_list_of_lists),
    ("7a", "bare list", a7_bare_list),
    ("7a", "in a comprehension", a7_comprehension),
    ("7a", "broadcasting slices", a7_broadcasting_slices),
    ("7a", "exp log", a7_exp_log),
    ("7a", "float32 output", a7_float32_output),
    ("7a", "float32 throughout", a7_float32_throughout),
    ("7a", "angle addition", a7_angle_addition),
    ("7a", "complex parts", a7_complex_parts),
    ("7a", "complex view", a7_complex_view),
    ("7a", "where parity", a7_where_parity),
    ("7a", "stack reshape", a7_stack_reshape),
    ("7a", "stack ravel per row", a7_stack_ravel_per_row),
    ("7a", "overwrite angles", a7_overwrite_angles),
    ("7a", "shifted sine", a7_shifted_sine),
    ("7a", "with np.fromfunction", a7_fromfunction),
    ("7a", "meshgrid repeat", a7_meshgrid_repeat),
    ("7a", "with logspace", a7_logspace),
    ("7a", "pure cmath", a7_pure_cmath),
    ("7a", "row helper", a7_row_helper),
    ("H3a", "two loops", h3a_two_loops),
    ("H3a", "list of lists", h3a_list_of_lists),
    ("H3a", "bare list", h3a_bare_list),
    ("H3a", "by broadcasting", h3a_broadcasting),
    ("H3a", "no conversion", h3a_no_conversion),
    ("H3a", "exp log", h3a_exp_log),
    ("H3a", "float32 output", h3a_float32_output),
    ("H3a", "stack reshape", h3a_stack_reshape),
    ("H3a", "where parity", h3a_where_parity),
    ("H3a", "complex parts", h3a_complex_parts),
    ("H3a", "complex view", h3a_complex_view),
    ("H3a", "with np.vectorize", h3a_vectorize),
    ("H3a", "row dictionary", h3a_row_dictionary),
    ("H3a", "column by column", h3a_column_by_column),
    ("H3a", "shifted sine", h3a_shifted_sine),
    ("H3a", "with einsum", h3a_einsum),
    ("H3a", "pure cmath", h3a_pure_cmath),
    ("H3a", "float64 scalars", h3a_float64_scalars),
    ("H1a", "plain numpy", h1a_plain_numpy),
    ("H1a", "max subtracted", h1a_max_subtracted),
    ("H1a", "three loops", h1a_three_loops),
    ("H1a", "row lists", h1a_row_lists),
    ("H1a", "in float32", h1a_float32),
    ("H1a", "scaled query first", h1a_scaled_query_first),
    ("H1a", "log sum exp", h1a_log_sum_exp),
    ("H1b", "with arange", h1b_arange),
    ("H1b", "arange from one", h1b_arange_from_one),
    ("H1b", "with linspace", h1b_linspace),
    ("H1b", "in a comprehension", h1b_comprehension),
    ("H1b", "with a loop", h1b_loop),
    ("H1b", "cumulative sum", h1b_cumulative_sum),
    ("H1b", "in float32", h1b_float32),
    ("H1b", "bare list", h1b_bare_list),
    ("H1c", "by broadcasting", h1c_broadcast),
    ("H1c", "new axis", h1c_new_axis),
    ("H1c", "loop over sentences", h1c_loop_over_sentences),
    ("H1c", "three loops", h1c_three_loops),
    ("H1c", "in a comprehension", h1c_comprehension),
    ("H1c", "with np.tile", h1c_tile),
    ("H1c", "stack float32", h1c_stack_float32),
    ("H2a", "by broadcasting", h2a_broadcasting),
    ("H2a", "two loops", h2a_two_loops),
    ("H2a", "list rows", h2a_list_rows),
    ("H2a", "with np.stack", h2a_stack),
    ("H2a", "column by column", h2a_columns),
    ("H2a", "complex exponential", h2a_complex),
    ("H2a", "float32 output", h2a_float32_output),
    ("H2b", "two loops", h2b_two_loops),
    ("H2b", "masked diagonal", h2b_masked_diagonal),
    ("H2b", "with itertools.combinations", h2b_combinations),
    ("H2b", "upper triangle", h2b_upper_triangle),
    ("H2b", "squared sum by hand", h2b_squared_sum_by_hand),
    ("H2b", "list answer", h2b_list_answer),
    ("H2c", "with arange", h2c_arange),
    ("H2c", "one over power", h2c_one_over_power),
    ("H2c", "in a comprehension", h2c_comprehension),
    ("H2c", "exp log", h2c_exp_log),
    ("H2c", "repeated division", h2c_repeated_division),
    ("H2c", "with geomspace", h2c_geomspace),
    ("H2c", "with a loop", h2c_loop),
    ("H2c", "in float32", h2c_float32),
    ("H3c", "block loop", h3c_block_loop),
    ("H3c", "two by two blocks", h3c_two_by_two_blocks),
    ("H3c", "index arrays", h3c_index_arrays),
    ("H3c", "from three diagonals", h3c_diagonals),
    ("H3c", "sum of krons", h3c_sum_of_krons),
    ("H3c", "nested lists", h3c_nested_lists),
    ("H4a", "plain numpy", h4a_plain_numpy),
    ("H4a", "max subtracted", h4a_max_subtracted),
    ("H4a", "with plain loops", h4a_loops),
    ("H4a", "in float32", h4a_float32),
    ("H4a", "with einsum", h4a_einsum),
    ("H4a", "one query at a time", h4a_one_query_at_a_time),
    ("H4b", "reshape transpose", h4b_reshape_transpose),
    ("H4b", "reshape and swapaxes", h4b_swapaxes),
    ("H4b", "with slices", h4b_slices),
    ("H4b", "with np.split", h4b_split),
    ("H4b", "with plain loops", h4b_loops),
    ("H4b", "with einsum", h4b_einsum),
    ("H4b", "transposed first", h4b_transposed_first),
    ("H4d", "with slices", h4d_slices),
    ("H4d", "with np.stack", h4d_stack),
    ("H4d", "column order", h4d_column_order),
    ("H4d", "with plain loops", h4d_loops),
    ("H4d", "reshape transpose", h4d_reshape_transpose),
    ("H4d", "zip columns", h4d_zip_columns),
    ("H4d", "fancy index", h4d_fancy_index),
]

ALTERNATIVE = [
    ("7a", "M5", "concatenate halves", a7_concatenate_halves),
    ("7a", "M5", "stack transposed halves", a7_stack_transposed_halves),
    ("7a", "M5", "loop halves", a7_loop_halves),
    ("7a", "M5", "list sum halves", a7_list_sum_halves),
    ("H3a", "M5", "concatenate halves", h3a_concatenate_halves),
    ("H3a", "M5", "stack transposed halves", h3a_stack_transposed_halves),
    ("H3a", "M5", "slice halves", h3a_slice_halves),
    ("H2a", "M5", "with concatenate", h2a_m5_concatenate),
    ("H2a", "M5", "list of columns", h2a_m5_list_of_columns),
]

WRONG = [
    ("H4b", "M18", "wrong transpose", h4b_wrong_transpose),
    ("7a", "M1", "even column doubled", a7_m1_even_column_doubled),
    ("7a", "M1", "next column too", a7_m1_next_column_too),
    ("7a", "M1", "exp log doubled", a7_m1_exp_log_doubled),
    ("7a", "M1", "where column", a7_m1_where_column),
    ("7a", "M2", "pair over d", a7_m2_pair_over_d),
    ("7a", "M2", "with slices", a7_m2_slices),
    ("7a", "M2", "half column", a7_m2_half_column),
    ("7a", "M3", "column over d", a7_m3_column_over_d),
    ("7a", "M3", "odd exponent loop", a7_m3_odd_exponent_loop),
    ("7a", "M3", "overwrite slices", a7_m3_overwrite_slices),
    ("7a", "M4", "floor exponent", a7_m4_floor_exponent),
    ("7a", "M4", "integer arrays", a7_m4_integer_arrays),
    ("7a", "M4", "exponent cast to int", a7_m4_exponent_cast_to_int),
    ("7a", "M6", "linear to the end", a7_m6_linear_to_the_end),
    ("7a", "M6", "linspace inclusive", a7_m6_linspace_inclusive),
    ("7a", "M6", "with geomspace", a7_m6_geomspace),
    ("7a", "M6", "d minus two", a7_m6_d_minus_two),
    ("7a", "M7", "base one thousand", a7_m7_thousand),
    ("7a", "M7", "exp without log", a7_m7_exp_without_log),
    ("7a", "M7", "log ten", a7_m7_log_ten),
    ("7a", "M7", "log thousand", a7_m7_log_thousand),
    ("7a", "M8", "loop swapped", a7_m8_loop_swapped),
    ("7a", "M8", "complex view", a7_m8_complex_view),
    ("7a", "M8", "where turned", a7_m8_where_turned),
    ("7a", "M9", "arange one", a7_m9_arange_one),
    ("7a", "M9", "loop plus one", a7_m9_loop_plus_one),
    ("7a", "M9", "recurrence steps first", a7_m9_recurrence_steps_first),
    ("7a", "M9", "padding row cut", a7_m9_padding_row_cut),
    ("7a", "M10", "columns flipped", a7_m10_columns_flipped),
    ("7a", "M10", "frequencies reversed", a7_m10_frequencies_reversed),
    ("7a", "M10", "count down", a7_m10_count_down),
    ("7a", "M11", "math radians", a7_m11_math_radians),
    ("7a", "M11", "pi over 180", a7_m11_pi_over_180),
    ("7a", "M11", "with deg2rad", a7_m11_deg2rad),
    ("7a", "M11", "np degrees", a7_m11_np_degrees),
    ("7a", "M12", "times power", a7_m12_times_power),
    ("7a", "M12", "exp without minus", a7_m12_exp_without_minus),
    ("7a", "M12", "divided by negative power", a7_m12_divided_by_negative_power),
    ("7a", "M13", "final transpose", a7_m13_final_transpose),
    ("7a", "M13", "rows are dimensions", a7_m13_rows_are_dimensions),
    ("7a", "M13", "columns appended", a7_m13_columns_appended),
    ("7a", "M14", "no position", a7_m14_no_position),
    ("7a", "M14", "whole table each time", a7_m14_whole_table_each_time),
    ("7a", "M14", "same list repeated", a7_m14_same_list_repeated),
    ("7a", "M15", "half positions", a7_m15_half_positions),
    ("7a", "M15", "half angles", a7_m15_half_angles),
    ("7a", "M15", "half all the way", a7_m15_half_all_the_way),
    ("7a", "M15", "half counter", a7_m15_half_counter),
    ("7a", "M16", "times root d", a7_m16_times_root_d),
    ("7a", "M16", "rows normalised", a7_m16_rows_normalised),
    ("7a", "M16", "unit length loop", a7_m16_unit_length_loop),
    ("7a", "M16", "scale inside loop", a7_m16_scale_inside_loop),
    ("7a", "M17", "int table", a7_m17_int_table),
    ("7a", "M17", "full of zero", a7_m17_full_of_zero),
    ("7a", "M17", "floor divided position", a7_m17_floor_divided_position),
    ("7a", "M17", "zeros like positions", a7_m17_zeros_like_positions),
    ("7a", "M7+M9", "both, in a loop", a7_m7_m9),
    ("7a", "M8+M9", "both, with slices", a7_m8_m9),
    ("7a", "M5+M9", "both, with np.stack", a7_m5_m9),
    ("7a", "M1+M8", "both, in a loop", a7_m1_m8),
    ("7a", "M9+M16", "both, on a helper table", a7_m9_m16),
    ("7a", "M6+M8", "both, with np.stack", a7_m6_m8),
    ("7a", "M2+M7", "both, in a loop", a7_m2_m7),
    ("7a", "M8+M11", "both, with slices", a7_m8_m11),
    ("7a", "M5+M6", "both, halves concatenated", a7_m5_m6),
    ("7a", "M5+M8", "both, halves concatenated", a7_m5_m8),
    ("7a", "M5+M7", "both, halves with np.c_", a7_m5_m7),
    ("7a", "M7+M8", "both, with slices", a7_m7_m8),
    ("7a", "M9+M12", "both, with slices", a7_m9_m12),
    ("7a", "M3+M9", "both, in a loop", a7_m3_m9),
    ("7a", "M1+M9", "both, with slices", a7_m1_m9),
    ("7a", "M8+M13", "both, transposed at last", a7_m8_m13),
    ("7a", "M8+M16", "both, with np.where", a7_m8_m16),
    ("H3a", "M1", "even column doubled", h3a_m1_even_column_doubled),
    ("H3a", "M1", "next column too", h3a_m1_next_column_too),
    ("H3a", "M1", "four i", h3a_m1_four_i),
    ("H3a", "M2", "pair over d", h3a_m2_pair_over_d),
    ("H3a", "M2", "in a comprehension", h3a_m2_comprehension),
    ("H3a", "M2", "exp log", h3a_m2_exp_log),
    ("H3a", "M3", "column over d", h3a_m3_column_over_d),
    ("H3a", "M3", "two div terms", h3a_m3_two_div_terms),
    ("H3a", "M3", "with a loop", h3a_m3_loop),
    ("H3a", "M4", "floor exponent", h3a_m4_floor_exponent),
    ("H3a", "M4", "tiled pair", h3a_m4_tiled_pair),
    ("H3a", "M4", "integer powers", h3a_m4_integer_powers),
    ("H3a", "M6", "last is exactly base", h3a_m6_last_is_exactly_base),
    ("H3a", "M6", "logspace inclusive", h3a_m6_logspace_inclusive),
    ("H3a", "M6", "with a loop", h3a_m6_loop),
    ("H3a", "M7", "base one thousand", h3a_m7_thousand),
    ("H3a", "M7", "exp without log", h3a_m7_exp_without_log),
    ("H3a", "M7", "log ten", h3a_m7_log_ten),
    ("H3a", "M8", "slices swapped", h3a_m8_slices_swapped),
    ("H3a", "M8", "parity test wrong", h3a_m8_parity_test_wrong),
    ("H3a", "M8", "complex view", h3a_m8_complex_view),
    ("H3a", "M9", "positions plus one", h3a_m9_positions_plus_one),
    ("H3a", "M9", "loop plus one", h3a_m9_loop_plus_one),
    ("H3a", "M9", "complex extra turn", h3a_m9_complex_extra_turn),
    ("H3a", "M10", "columns flipped", h3a_m10_columns_flipped),
    ("H3a", "M10", "exponents descending", h3a_m10_exponents_descending),
    ("H3a", "M10", "index counts down", h3a_m10_index_counts_down),
    ("H3a", "M11", "with deg2rad", h3a_m11_deg2rad),
    ("H3a", "M11", "pi over 180", h3a_m11_pi_over_180),
    ("H3a", "M11", "math degrees", h3a_m11_math_degrees),
    ("H3a", "M12", "times power", h3a_m12_times_power),
    ("H3a", "M12", "exp without minus", h3a_m12_exp_without_minus),
    ("H3a", "M12", "two minus signs", h3a_m12_two_minus_signs),
    ("H3a", "M13", "final transpose", h3a_m13_final_transpose),
    ("H3a", "M13", "rows are dimensions", h3a_m13_rows_are_dimensions),
    ("H3a", "M14", "last position everywhere", h3a_m14_last_position_everywhere),
    ("H3a", "M14", "no position", h3a_m14_no_position),
    ("H3a", "M14", "first position only", h3a_m14_first_position_only),
    ("H3a", "M15", "float32 angles", h3a_m15_float32_angles),
    ("H3a", "M15", "float32 throughout", h3a_m15_float32_throughout),
    ("H3a", "M15", "float32 frequencies", h3a_m15_float32_frequencies),
    ("H3a", "M15", "float16 positions", h3a_m15_float16_positions),
    ("H3a", "M16", "times root d", h3a_m16_times_root_d),
    ("H3a", "M16", "rows normalised", h3a_m16_rows_normalised),
    ("H3a", "M16", "each row unit", h3a_m16_each_row_unit),
    ("H3a", "M17", "int table", h3a_m17_int_table),
    ("H3a", "M17", "floor division", h3a_m17_floor_division),
    ("H3a", "M17", "full of zero", h3a_m17_full_of_zero),
    ("H3a", "M7+M9", "both, with np.stack", h3a_m7_m9),
    ("H3a", "M8+M9", "both, in a loop", h3a_m8_m9),
    ("H3a", "M5+M9", "both, halves concatenated", h3a_m5_m9),
    ("H3a", "M1+M8", "both, with slices", h3a_m1_m8),
    ("H3a", "M9+M16", "both, with np.where", h3a_m9_m16),
    ("H3a", "M6+M8", "both, with slices", h3a_m6_m8),
    ("H3a", "M2+M7", "both, with np.stack", h3a_m2_m7),
    ("H3a", "M8+M11", "both, in a loop", h3a_m8_m11),
    ("H3a", "M5+M6", "both, halves side by side", h3a_m5_m6),
    ("H3a", "M5+M8", "both, halves side by side", h3a_m5_m8),
    ("H3a", "M7+M8", "both, complex view", h3a_m7_m8),
    ("H3a", "M5+M7", "both, halves appended", h3a_m5_m7),
    ("H3a", "M1+M9", "both, in a loop", h3a_m1_m9),
    ("H3a", "M8+M16", "both, on a helper table", h3a_m8_m16),
    ("H1a", "M19", "axis zero", h1a_m19_axis_zero),
    ("H1a", "M19", "axis zero max", h1a_m19_axis_zero_max),
    ("H1a", "M19", "loop over keys", h1a_m19_loop_over_keys),
    ("H1a", "M20", "divided by d_k", h1a_m20_d_k),
    ("H1a", "M20", "no division", h1a_m20_no_division),
    ("H1a", "M20", "root of queries", h1a_m20_root_of_queries),
    ("H1a", "M20", "root of keys", h1a_m20_root_of_keys),
    ("H1a", "M19+M20", "both, transposed at last", h1a_m19_m20),
    ("H1b", "start", "with arange", h1b_start_arange),
    ("H1b", "start", "with a loop", h1b_start_loop),
    ("H1b", "start", "with linspace", h1b_start_linspace),
    ("H1b", "last", "with linspace", h1b_last_linspace),
    ("H1b", "last", "with arange", h1b_last_arange),
    ("H1b", "last", "with a loop", h1b_last_loop),
    ("H1b", "M17", "floor division", h1b_m17_floor_division),
    ("H1b", "M17", "int array", h1b_m17_int_array),
    ("H1b", "M17", "loop floor", h1b_m17_loop_floor),
    ("H1c", "M14", "middle axis", h1c_m14_middle_axis),
    ("H1c", "M14", "loop sentence number", h1c_m14_loop_sentence_number),
    ("H1c", "M14", "batch as length", h1c_m14_batch_as_length),
    ("H1c", "M14", "one row", h1c_m14_one_row),
    ("H2a", "M8", "with slices", h2a_m8_slices),
    ("H2a", "M8", "with a loop", h2a_m8_loop),
    ("H2a", "M9", "plus one", h2a_m9_plus_one),
    ("H2a", "M9", "with a loop", h2a_m9_loop),
    ("H2a", "M11", "three sixty", h2a_m11_three_sixty),
    ("H2a", "M11", "radians of angle", h2a_m11_radians_of_angle),
    ("H2a", "M12", "times wavelength", h2a_m12_times_wavelength),
    ("H2a", "M12", "with a loop", h2a_m12_loop),
    ("H2a", "2pi", "two pi forgotten", h2a_two_pi_forgotten),
    ("H2a", "2pi", "two pi forgotten loop", h2a_two_pi_forgotten_loop),
    ("H2a", "M8+M9", "both, with np.stack", h2a_m8_m9),
    ("H2b", "M9", "counting from one", h2b_counting_from_one),
    ("H2b", "itself", "with argmin", h2b_itself_argmin),
    ("H2b", "itself", "with plain loops", h2b_itself_loops),
    ("H2b", "itself", "last row with itself", h2b_itself_last_tie),
    ("H2b", "neighbours", "with np.diff", h2b_neighbours_diff),
    ("H2b", "neighbours", "with a loop", h2b_neighbours_loop),
    ("H2b", "farthest", "with a loop", h2b_farthest_loop),
    ("H2b", "farthest", "with argmax", h2b_farthest_argmax),
    ("H2c", "M2", "half step", h2c_m2_half_step),
    ("H2c", "M2", "with a loop", h2c_m2_loop),
    ("H2c", "M2", "exp log", h2c_m2_exp_log),
    ("H2c", "M4", "floor loop", h2c_m4_floor_loop),
    ("H2c", "M4", "integer arange", h2c_m4_integer_arange),
    ("H2c", "M6", "with linspace", h2c_m6_linspace),
    ("H2c", "M6", "with minus one", h2c_m6_minus_one),
    ("H2c", "M6", "with geomspace", h2c_m6_geomspace),
    ("H2c", "M12", "no minus", h2c_m12_no_minus),
    ("H2c", "M12", "with a loop", h2c_m12_loop),
    ("H2c", "M12", "exp log", h2c_m12_exp_log),
    ("H3c", "sign", "with a loop", h3c_sign_loop),
    ("H3c", "sign", "rotation block", h3c_sign_rotation_block),
    ("H3c", "sign", "for row vectors", h3c_sign_for_row_vectors),
    ("H3c", "sign", "minus k", h3c_sign_minus_k),
    ("H4a", "M19", "axis zero", h4a_m19_axis_zero),
    ("H4a", "M19", "softmax helper", h4a_m19_softmax_helper),
    ("H4a", "M19", "transposed scores", h4a_m19_transposed_scores),
    ("H4a", "M20", "divided by d_k", h4a_m20_d_k),
    ("H4a", "M20", "no division", h4a_m20_no_division),
    ("H4a", "M20", "divided by sqrt of d_v", h4a_m20_root_of_d_v),
    ("H4a", "M20", "root of length", h4a_m20_root_of_length),
    ("H4a", "M19+M20", "both, transposed at last", h4a_m19_m20),
    ("H4b", "M18", "with reshape", h4b_m18_reshape),
    ("H4b", "M18", "with minus one", h4b_m18_minus_one),
    ("H4b", "M18", "flat counter", h4b_m18_flat_counter),
    ("H4b", "M18", "split of flat", h4b_m18_split_of_flat),
    ("H4b", "M18", "reshape only", h4b_m18_reshape_only),
    ("H4d", "back", "with concatenate", h4d_back_concatenate),
    ("H4d", "back", "with slices", h4d_back_slices),
    ("H4d", "back", "with reshape", h4d_back_reshape),
    ("H4d", "unchanged", "the table itself", h4d_unchanged_itself),
    ("H4d", "unchanged", "a plain copy", h4d_unchanged_copy),
    ("H4d", "unchanged", "half by half", h4d_unchanged_half_by_half),
    ("H4d", "M8", "with slices", h4d_m8_slices),
    ("H4d", "M8", "with np.stack", h4d_m8_stack),
]

UNNAMED = [
    ("7a", "noise added", a7_noise_added),
    ("7a", "random table", a7_random_table),
    ("7a", "uniform table", a7_uniform_table),
    ("7a", "all zeros", a7_all_zeros),
    ("7a", "all ones", a7_all_ones),
    ("7a", "hundredth off", a7_hundredth_off),
    ("7a", "one column negated", a7_one_column_negated),
    ("7a", "all sines negated", a7_all_sines_negated),
    ("7a", "tanh for sine", a7_tanh_for_sine),
    ("7a", "tangent for cosine", a7_tangent_for_cosine),
    ("7a", "shuffled columns", a7_shuffled_columns),
    ("7a", "sine everywhere", a7_sine_everywhere),
    ("7a", "squared waves", a7_squared_waves),
    ("7a", "position squared", a7_position_squared),
    ("7a", "rows backwards", a7_rows_backwards),
    ("7a", "phase half", a7_phase_half),
    ("7a", "rounded to one decimal", a7_rounded_to_one_decimal),
    ("7a", "angles only", a7_angles_only),
    ("H3a", "noise added", h3a_noise_added),
    ("H3a", "random table", h3a_random_table),
    ("H3a", "all zeros", h3a_all_zeros),
    ("H3a", "hundredth off", h3a_hundredth_off),
    ("H3a", "one column negated", h3a_one_column_negated),
    ("H3a", "tanh for sine", h3a_tanh_for_sine),
    ("H3a", "shuffled columns", h3a_shuffled_columns),
    ("H3a", "row number as position", h3a_row_number_as_position),
    ("H3a", "positions clipped", h3a_positions_clipped),
    ("H3a", "positions modulo", h3a_positions_modulo),
    ("H3a", "negative angles", h3a_negative_angles),
    ("H3a", "absolute values", h3a_absolute_values),
    ("H3a", "sine everywhere", h3a_sine_everywhere),
    ("H3a", "two pi inside", h3a_two_pi_inside),
    ("H1a", "scores only", h1a_scores_only),
    ("H1a", "every weight the same", h1a_uniform),
    ("H1a", "all zeros", h1a_all_zeros),
    ("H1a", "hundredth off", h1a_hundredth_off),
    ("H1a", "scores over sum", h1a_scores_over_sum),
    ("H1a", "sharpest key only", h1a_sharpest_key_only),
    ("H1a", "negative scores", h1a_negative_scores),
    ("H1a", "powers of two", h1a_powers_of_two),
    ("H1b", "raw positions", h1b_raw_positions),
    ("H1b", "in reverse order", h1b_backwards),
    ("H1b", "all zeros", h1b_all_zeros),
    ("H1b", "random numbers", h1b_random),
    ("H1b", "hundredth off", h1b_hundredth_off),
    ("H1b", "minus one to one", h1b_minus_one_to_one),
    ("H1c", "nothing added", h1c_unchanged),
    ("H1c", "multiplied, not added", h1c_times),
    ("H1c", "subtracted, not added", h1c_minus),
    ("H1c", "codes backwards", h1c_codes_backwards),
    ("H1c", "sum then halved", h1c_average),
    ("H1c", "first sentence only", h1c_first_sentence_only),
    ("H1c", "codes only", h1c_codes_only),
    ("H1c", "hundredth off", h1c_hundredth_off),
    ("H2a", "all zeros", h2a_all_zeros),
    ("H2a", "one pi", h2a_one_pi),
    ("H2a", "tanh for sine", h2a_tanh),
    ("H2a", "noise added", h2a_noise),
    ("H2a", "hundredth off", h2a_hundredth_off),
    ("H2a", "first column negated", h2a_first_column_negated),
    ("H2b", "always first pair", h2b_always_first_pair),
    ("H2b", "first and last", h2b_first_and_last),
    ("H2b", "rows not numbers", h2b_rows_not_numbers),
    ("H2b", "the distance", h2b_the_distance),
    ("H2b", "second closest", h2b_second_closest),
    ("H2c", "all zeros", h2c_all_zeros),
    ("H2c", "linear fall", h2c_linear_fall),
    ("H2c", "one over i", h2c_one_over_i),
    ("H2c", "random numbers", h2c_random),
    ("H2c", "hundredth off", h2c_hundredth_off),
    ("H2c", "negative frequencies", h2c_negative_frequencies),
    ("H3c", "identity matrix", h3c_identity),
    ("H3c", "all zeros", h3c_all_zeros),
    ("H3c", "cosines only", h3c_cosines_only),
    ("H3c", "both sines positive", h3c_both_sines_positive),
    ("H3c", "rolled identity", h3c_rolled_identity),
    ("H3c", "noise added", h3c_noise),
    ("H3c", "random matrix", h3c_random_matrix),
    ("H3c", "hundredth off", h3c_hundredth_off),
    ("H4a", "no softmax", h4a_no_softmax),
    ("H4a", "average of values", h4a_average_of_values),
    ("H4a", "all zeros", h4a_all_zeros),
    ("H4a", "best value only", h4a_best_value_only),
    ("H4a", "weights forgot values", h4a_weights_forgot_values),
    ("H4a", "exp not normalised", h4a_exp_not_normalised),
    ("H4a", "hundredth off", h4a_hundredth_off),
    ("H4a", "negative scores", h4a_negative_scores),
    ("H4b", "every nth column", h4b_every_nth_column),
    ("H4b", "heads backwards", h4b_heads_backwards),
    ("H4b", "first head repeated", h4b_first_head_repeated),
    ("H4b", "all zeros", h4b_all_zeros),
    ("H4b", "words backwards", h4b_words_backwards),
    ("H4b", "hundredth off", h4b_hundredth_off),
    ("H4d", "columns flipped", h4d_columns_flipped),
    ("H4d", "halves exchanged", h4d_halves_exchanged),
    ("H4d", "all zeros", h4d_all_zeros),
    ("H4d", "second half backwards", h4d_second_half_backwards),
    ("H4d", "sines twice", h4d_sines_twice),
    ("H4d", "hundredth off", h4d_hundredth_off),
    ("H4d", "cosines negated", h4d_cosines_negated),
]
