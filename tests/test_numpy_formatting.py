"""Our text of random tensors is numpy's, character for character."""

import warnings

import numpy as np
import pytest

import tensor_probe

FLOATS = ["float16", "float32", "float64"]
COMPLEX = ["complex64", "complex128"]
INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
ROUNDS = 500


def random_shape(rng):
    kind = rng.integers(12)
    if kind == 0:
        return ()
    if kind == 1:
        return tuple(rng.integers(0, 3, size=rng.integers(1, 4)))
    if kind <= 6:
        return (int(rng.integers(1, 40)),)
    if kind == 7:
        return (int(rng.integers(1, 1500)),)
    rank = int(rng.integers(2, 6))
    return tuple(rng.integers(1, [0, 0, 12, 9, 7, 5][rank], size=rank))


def random_options(rng):
    if rng.random() < 0.3:
        return {}
    return dict(
        precision=int(rng.choice([0, 1, 2, 3, 4, 6, 8, 12, 17, 30])),
        threshold=int(rng.choice([0, 5, 20, 100, 1000, 10**9])),
        edge_items=int(rng.choice([1, 2, 3, 5, 10**9])),
        line_width=int(rng.choice([1, 10, 20, 40, 75, 120, 1000])),
        suppress_small=bool(rng.integers(2)),
    )


def random_reals(rng, size):
    """float64 numbers whose spread and number of digits vary from call to call."""
    kind = rng.integers(8)
    if kind == 0:
        values = rng.standard_normal(size)
    elif kind == 1:
        values = rng.integers(-1200, 1200, size=size) / rng.choice([1, 2, 4, 8, 10, 100, 1000])
    elif kind == 2:
        values = rng.standard_normal(size) * 10.0 ** rng.integers(-12, 12)
    elif kind == 3:
        values = 10.0 ** rng.uniform(-6, 9, size=size)
    elif kind == 4:
        values = rng.standard_normal(size) * 10.0 ** rng.uniform(-320, 300, size=size)
    elif kind == 5:
        values = np.ldexp(rng.choice([-1.0, 1.0, 1.5], size=size), rng.integers(-30, 20, size=size))
    elif kind == 6:
        values = rng.choice([0.0, -0.0, 1e-4, 0.5, 1.0, 1000.0, 1000.5, 1e5, 1e6, 99999999.9],
                            size=size)
    else:
        values = np.zeros(size)
    return values


def sprinkle(rng, values):
    """Some NaN and infinities in about half of the tensors, and sometimes nothing else."""
    kind = rng.integers(8)
    if kind < 4:
        share = 1.0 if kind == 0 and rng.random() < 0.3 else rng.random() * 0.5
        hit = rng.random(values.shape) < share
        special = [[np.nan], [np.inf], [np.nan, np.inf], [np.nan, np.inf, -np.inf, 0.0]][kind]
        values[hit] = rng.choice(special, size=int(hit.sum()))
    return values


def random_tensor(rng, name, shape):
    size = int(np.prod(shape))
    dtype = tensor_probe.numpy_dtype(name)
    if name == "string":
        array = np.empty(size, dtype=object)
        for i in range(size):
            letters = rng.integers(0, 256, size=rng.integers(0, 6)).astype(np.uint8).tobytes()
            words = [letters, b"", b"it's", b'"', b"'\"", b"\\\t\n\r\x7f", b"plain"]
            array[i] = words[rng.integers(len(words))]
    elif name in COMPLEX:
        array = np.empty(size, dtype=np.complex128)
        array.real = sprinkle(rng, random_reals(rng, size))
        array.imag = sprinkle(rng, random_reals(rng, size))
        array = array.astype(dtype)
    elif name == "bool":
        array = rng.random(size) < rng.choice([0.0, 0.5, 1.0])
    elif name in INTEGERS:
        info = np.iinfo(dtype)
        if rng.random() < 0.5:
            array = rng.integers(info.min, info.max, size=size, dtype=dtype, endpoint=True)
        else:
            array = rng.integers(max(info.min, -9), 10 ** int(rng.integers(1, 3)), size=size)
            array = array.astype(dtype)
    elif name in tensor_probe.NARROW:
        bits = {"bfloat16": 16}.get(name, 4 if "4_" in name or "int4" in name else 8)
        bits = 2 if "int2" in name else bits
        raw = rng.integers(0, 2**bits, size=size)
        array = raw.astype(np.uint16 if bits == 16 else np.uint8).view(dtype)
    elif rng.random() < 0.2:
        raw = rng.integers(0, 256, size=size * dtype.itemsize).astype(np.uint8)
        array = raw.view(dtype)
    else:
        array = sprinkle(rng, random_reals(rng, size)).astype(dtype)
    return array.reshape(shape)


def numpy_text(array, options):
    if array.shape == ():
        return str(array)
    return np.array2string(
        array, precision=options.get("precision", 8), threshold=options.get("threshold", 1000),
        edgeitems=options.get("edge_items", 3), max_line_width=options.get("line_width", 75),
        suppress_small=options.get("suppress_small", False))


def compare(arrays, name, options, slices=None):
    slices = slices or [""] * len(arrays)
    answers = tensor_probe.ask([tensor_probe.request(array, name, text, **opts)
                                for array, text, opts in zip(arrays, slices, options)])
    for array, text, opts, answer in zip(arrays, slices, options, answers):
        part = array[::-1] if text else array
        shape, actual = answer
        assert shape == part.shape
        assert actual == numpy_text(part, opts), f"{name}{part.shape} {opts}"


@pytest.mark.parametrize(
    "name", FLOATS + COMPLEX + INTEGERS + ["bool", "string"] + tensor_probe.NARROW)
def test_random_tensors(name):
    rng = np.random.default_rng(list(name.encode()))
    arrays, options, slices = [], [], []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # casts that overflow on purpose
        for _ in range(ROUNDS):
            arrays.append(random_tensor(rng, name, random_shape(rng)))
            options.append(random_options(rng))
            slices.append("::-1" if arrays[-1].ndim and rng.random() < 0.2 else "")
    compare(arrays, name, options, slices)


def all_patterns(name):
    dtype = tensor_probe.numpy_dtype(name)
    if name == "float4_e2m1fn":
        return np.arange(16, dtype=np.uint8).view(dtype)
    raw = np.arange(2 ** (8 * dtype.itemsize), dtype=f"u{dtype.itemsize}")
    return raw.view(dtype)


@pytest.mark.parametrize("name", ["float16"] + tensor_probe.NARROW)
def test_every_value_alone_and_in_one_column(name):
    values = all_patterns(name)
    scalars = [values[i:i + 1].reshape(()) for i in range(len(values))]
    compare(scalars, name, [{}] * len(scalars))
    columns = [values[i:i + 1] for i in range(len(values))]
    compare(columns, name, [dict(precision=i % 6) for i in range(len(columns))])


@pytest.mark.parametrize("name", FLOATS[1:])
def test_scalars_of_every_magnitude(name):
    dtype = np.dtype(name)
    rng = np.random.default_rng(5)
    low, high = (-149, 128) if name == "float32" else (-1074, 1024)
    powers = np.ldexp(1.0, np.arange(low, high)).astype(dtype)
    near = np.concatenate([np.nextafter(powers, dtype.type(0)), powers,
                           np.nextafter(powers, dtype.type(np.inf))])
    tens = np.array([f"1e{e}" for e in range(-44, 39)]).astype(dtype)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # overflow of the last power
        tens = np.concatenate([np.nextafter(tens, dtype.type(0)), tens,
                               np.nextafter(tens, dtype.type(np.inf))])
    raw = rng.integers(0, 256, size=3000 * dtype.itemsize).astype(np.uint8).view(dtype)
    values = np.concatenate([near, tens, raw])
    scalars = [values[i:i + 1].reshape(()) for i in range(len(values))]
    compare(scalars, name, [{}] * len(scalars))


@pytest.mark.parametrize("name", FLOATS)
def test_switch_to_scientific_notation(name):
    dtype = np.dtype(name)
    rng = np.random.default_rng(9)
    arrays = []
    for edge in [1e-4, 1e3, 1e6, 1e8, 1e16]:
        if edge < float(np.finfo(dtype).max):
            edge = dtype.type(edge)
            for value in [np.nextafter(edge, dtype.type(0)), edge, np.nextafter(edge, np.inf)]:
                arrays.append(np.array([value], dtype))
    for _ in range(1000):
        small = dtype.type(10.0 ** rng.uniform(-3.9, -0.5))
        large = dtype.type(small * dtype.type(1000))
        for _ in range(3):
            arrays.append(np.array([small, large], dtype))
            large = np.nextafter(large, dtype.type(1e4))
    compare(arrays, name, [{}] * len(arrays))


@pytest.mark.parametrize("name", FLOATS)
def test_powers_beside_longer_numbers(name):
    """Longer neighbours make them show digits that the shortest form hides."""
    dtype = np.dtype(name)
    low, high, longest = {"float16": (-24, 16, 4), "float32": (-149, 128, 8),
                          "float64": (-1074, 1024, 16)}[name]
    powers = [np.ldexp(1.0, exponent) for exponent in range(low, high)]
    powers += [float(f"1e{exponent}") for exponent in range(int(low * 0.3), int(high * 0.3))]
    tiny = 2.0**-14 if name == "float16" else 1e-30
    arrays = []
    for power in powers:
        for digits in range(1, longest + 1):
            longer = dtype.type("1.2345678912345678"[:digits + 2])
            arrays.append(np.array([power, longer, tiny], dtype))
    compare(arrays, name, [dict(precision=17)] * len(arrays))


@pytest.mark.parametrize("name", ["resource", "variant"])
def test_elements_with_a_description(name):
    array = np.array([b"<Var a>", b"\x1b[31m\n", "größe".encode()], dtype=object)
    line = tensor_probe.request(array, name)
    (shape, text), = tensor_probe.ask([line])
    assert shape == (3,)
    assert text == "[<Var a> \\x1b[31m\\x0a größe]"


def test_quantized_integers_print_as_integers():
    array = np.array([[-128, 5], [0, 127]], dtype=np.int8)
    (_, text), = tensor_probe.ask([tensor_probe.request(array, "qint8")])
    assert text == str(array)
