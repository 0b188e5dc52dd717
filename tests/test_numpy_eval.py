"""Expressions come to what numpy makes of them: dtype, shape and every bit.

Where numpy itself is not correctly rounded, our result must be within one unit in the last place of
the right one, or no further from it than numpy's."""

import itertools
import warnings

import numpy as np
import pytest

import eval_probe
import tensor_probe

NATIVE = ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16",
          "float32", "float64", "complex64", "complex128"]
FLOAT8 = [name for name in tensor_probe.NARROW if name.startswith("float8")]
SMALL_INTS = ["int4", "uint4", "int2", "uint2"]
ALL = NATIVE + tensor_probe.NARROW
SHAPES = [(), (7,), (3, 4), (2, 3, 4), (0,), (2, 0, 3), (300,), (40, 33)]


def is_complex(array):
    return array.dtype.kind == "c"


def is_float(array):
    return array.dtype.kind == "f" or array.dtype.name in tensor_probe.NARROW[:7]


def numbers(rng, name, shape, specials=True):
    """Numbers of moderate size and, for floats, the special ones."""
    dtype = tensor_probe.numpy_dtype(name)
    size = int(np.prod(shape, dtype=int))
    if dtype.kind == "c":
        parts = [numbers(rng, "float64", shape, specials) for _ in range(2)]
        whole = np.empty(shape, np.complex128)
        whole.real, whole.imag = parts
        return whole.astype(dtype)
    if name == "bool":
        return rng.integers(0, 2, size=shape).astype(bool)
    if dtype.kind in "iu" or name in SMALL_INTS:
        info = np.iinfo(dtype) if dtype.kind in "iu" else None
        low, high = (info.min, info.max) if info else (-2 if name[0] == "i" else 0, 1 if name[0] == "i" else 3)
        values = rng.integers(max(low, -50), min(high, 100), size=size, endpoint=True)
        if size > 4 and info:
            values = values.astype(dtype)
            values[:2] = [low, high]
        return np.asarray(values).astype(dtype).reshape(shape)
    values = rng.normal(size=size) * 4
    if size > 4 and specials:
        values[:5] = [np.nan, np.inf, -np.inf, 0.0, -0.0]
        rng.shuffle(values)
    return values.astype(dtype).reshape(shape)


def expected(text, tensors):
    """numpy's answer to our text, or None where it refuses."""
    code = text.replace("`", "")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return eval(code, {"np": np, **tensors})
        except (TypeError, ValueError, IndexError, OverflowError, ZeroDivisionError):
            return None


def bits(array):
    """Bit patterns, with one pattern for all NaN."""
    array = np.array(array)
    if array.dtype.name in SMALL_INTS:
        return array.astype(np.int8)
    if is_complex(array):
        return np.stack([bits(array.real), bits(array.imag)])
    if is_float(array):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            array[np.isnan(array)] = np.nan
        if array.dtype.name == "float64":
            return array.view(np.uint64)
    return array.view(f"u{array.dtype.itemsize}") if array.dtype != bool else array


def order(array):
    """Numbers that count representable values, NaN as None would be."""
    raw = bits(array).astype(np.int64) if array.dtype.itemsize < 8 else bits(array).view(np.int64)
    top = np.int64(1 << 8 * array.dtype.itemsize - 1 if array.dtype.itemsize < 8 else -2**63)
    return np.where(raw & top, -(raw & ~top), raw)


def ulps(a, b):
    """How many representable numbers apart; 0 for two NaN, many where one is."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        nan_a, nan_b = np.isnan(a), np.isnan(b)
    distance = np.abs((order(a) - order(b)).astype(np.float64))
    return np.where(nan_a & nan_b, 0, np.where(nan_a | nan_b, 2**52, distance))


# Of 0.0 and -0.0, which are equal, these may give either.
EITHER_ZERO = ["max", "min", "clip", "sort", "unique", "median", "percentile", "quantile"]


def check_same(ours, theirs, where, tolerance=0):
    if theirs is None:
        assert isinstance(ours, eval_probe.Refused), f"{where}: {ours!r} where numpy refuses"
        assert ours.count("\n") == 2, f"{where}: {ours}"
        return
    assert not isinstance(ours, eval_probe.Refused), f"{where}\n{ours}"
    if isinstance(theirs, tuple):
        assert isinstance(ours, tuple) and len(ours) == len(theirs), f"{where}: {ours!r}"
        for one, other in zip(ours, theirs):
            check_same(one, other, where, tolerance)
        return
    if isinstance(theirs, np.dtype):
        assert ours == theirs.name, where
        return
    theirs = np.asarray(theirs)
    assert ours.dtype == theirs.dtype, f"{where}: {ours!r} not {theirs!r}"
    assert ours.shape == theirs.shape, f"{where}: {ours!r} not {theirs!r}"
    if tolerance and (is_float(theirs) or is_complex(theirs)):
        parts = [(ours, theirs)]
        if is_complex(theirs):
            parts = [(ours.real, theirs.real), (ours.imag, theirs.imag)]
        for one, other in parts:
            off = ulps(np.array(one), np.array(other))
            assert np.all(off <= tolerance), f"{where}: {ours!r} not {theirs!r}"
        return
    if any(word in where for word in EITHER_ZERO) and (is_float(theirs) or is_complex(theirs)):
        with np.errstate(invalid="ignore"):
            ours, theirs = ours + ours.dtype.type(0), theirs + theirs.dtype.type(0)
    assert np.array_equal(bits(ours), bits(theirs)), f"{where}: {ours!r} not {theirs!r}"


def compare(questions, tolerance=0):
    answers = eval_probe.ask(questions)
    refused = 0
    wrong = []
    for (text, tensors), answer in zip(questions, answers):
        shapes = {name: (array.dtype.name, array.shape) for name, array in tensors.items()}
        theirs = expected(text, tensors)
        refused += theirs is None
        try:
            check_same(answer, theirs, f"{text} of {shapes}", tolerance)
        except AssertionError as error:
            wrong.append(str(error).split("\nassert")[0])
    assert not wrong, f"{len(wrong)} of {len(questions)}:\n" + "\n".join(wrong[:20])
    return len(questions), refused


ARITHMETIC = ["`a` + `b`", "`a` - `b`", "`a` * `b`", "`a` / `b`", "`a` // `b`", "`a` % `b`",
              "np.maximum(`a`, `b`)",
              "np.minimum(`a`, `b`)"]
COMPARISONS = ["`a` < `b`", "`a` <= `b`", "`a` > `b`", "`a` >= `b`", "`a` == `b`", "`a` != `b`"]
BITWISE = ["`a` & `b`", "`a` | `b`", "`a` ^ `b`"]


def pairs_of_dtypes():
    """All that numpy and ml_dtypes promote by a rule."""
    for one, other in itertools.product(ALL, repeat=2):
        mixed_tiny = (one in tensor_probe.NARROW[1:] and other in tensor_probe.NARROW[1:] and one != other
                      and (one in SMALL_INTS) != (other in SMALL_INTS))
        # There ml_dtypes takes the first loop that fits, and a float becomes an int2.
        signs_of_nan = "float4_e2m1fn" in (one, other) and one != other
        if not mixed_tiny and not signs_of_nan:
            yield one, other


def test_arithmetic_promotes_and_rounds():
    rng = np.random.default_rng(1)
    questions = []
    for one, other in pairs_of_dtypes():
        tensors = {"a": numbers(rng, one, (9,)), "b": numbers(rng, other, (9,))}
        texts = ARITHMETIC + COMPARISONS + BITWISE
        complex_product = "c" in (tensors["a"].dtype.kind, tensors["b"].dtype.kind)
        if complex_product:
            texts = ["`a` + `b`", "`a` - `b`"] + COMPARISONS + BITWISE
        # Integers beyond 2^53 beside narrow floats lose bits in one step here, in two there.
        if {one, other} & {"int64", "uint64", "int32", "uint32"} and {one, other} & set(tensor_probe.NARROW):
            texts = ["(`a` + `b`).dtype", "(`a` / `b`).dtype"]
        # numpy takes some floats modulo in steps of the narrow type.
        narrow = {one, other} & (set(tensor_probe.NARROW) | {"float16"})
        texts = [t for t in texts if not (narrow and ("//" in t or "%" in t))]
        questions += [(text, tensors) for text in texts]
    asked, refused = compare(questions)
    assert refused > 0.1 * asked and refused < 0.5 * asked


PYTHON_NUMBERS = ["`a` + 1", "`a` + 1.5", "`a` * True", "2 - `a`", "`a` / 3", "`a` / 0.1", "`a` + 1j",
                  "`a` > 0", "`a` > 0.1",
                  "`a` == 200", "`a` + 200", "`a` - 100000", "-`a`", "+`a`", "~`a`", "abs(`a`)",
                  "np.square(`a`)",
                  "`a` < 18446744073709551615", "`a` >= -5", "1 < 2 < 3", "3 // 2 + 7 % -3 - 2 ** 10",
                  "7 / 2", "-7 // 2",
                  "True + True", "2 ** -1", "1 // 0", "0x10 + 1_000", "1e3", "5 if 1 > 2 else 6", "not 0",
                  "1 and 2 or 3"]


def test_python_numbers_are_weak():
    rng = np.random.default_rng(2)
    questions = [(text, {"a": numbers(rng, name, (6,))}) for name in ALL for text in PYTHON_NUMBERS
                 # ml_dtypes and bool refuse to be compared with an integer that is too large for them.
                 if not (name in tensor_probe.NARROW + ["bool"] and ("1844" in text or "200" in text))]
    compare([q for q in questions if not is_complex(q[1]["a"])])
    compare([q for q in questions if is_complex(q[1]["a"])], tolerance=1)


SHAPING = ["`a`.T", "`a`.shape", "`a`.size", "`a`.ndim", "`a`.dtype", "np.ravel(`a`)", "`a`.reshape(-1)",
           "`a`[None]",
           "`a`[...]", "`a`[..., None]", "`a`.transpose()", "np.squeeze(`a`)", "np.expand_dims(`a`, 0)",
           "np.expand_dims(`a`, (0, -1))", "`a`[0]", "`a`[-1]", "`a`[1:]", "`a`[::-1]", "`a`[:, 1]",
           "`a`[:, ::2]", "`a`[1, ..., 0]",
           "`a`[[0, -1]]", "`a`[[0, 1], [1, 0]]", "`a`[:, [0, 1]]", "`a`[[True, False, True]]",
           "`a`[0, None, 1:]", "`a`[`m`]",
           "`a`[~`m`]", "`a`[`m`, None]", "`a`[5]", "`a`[100:2:-3]", "`a`[[[0], [1]]]", "`a`[True]",
           "`a`[False]", "`a`[0, [0, 1]]",
           "`a`[[0, 1], :, [0, 1]]", "`a`[None, [0, 1]]", "np.concatenate([`a`, `a`])",
           "np.concatenate([`a`, `a`], axis=1)",
           "np.stack([`a`, `a`], axis=-1)", "np.where(`m`, `a`, `a`)", "np.where(`m`)", "np.nonzero(`a`)",
           "np.flip(`a`)",
           "len(`a`)", "`a`[:0]", "`a`.astype('float64')", "np.real(`a`)", "np.count_nonzero(`a`)",
           "np.diff(`a`)",
           "np.diff(`a`, axis=0)", "`a`.ravel()[3:40:7]", "`a`[(1, 0)]", "np.any(`a`)", "np.all(`a`)",
           "np.any(`a`, axis=0)",
           "np.all(`a`, axis=-1, keepdims=True)", "np.sort(`a`)", "np.sort(`a`, axis=0)",
           "np.sort(`a`, axis=None)",
           "np.argmax(`a`)", "np.argmin(`a`, axis=0)", "np.unique(`a`, return_counts=True)", "np.max(`a`)",
           "np.min(`a`, axis=0)",
           "np.max(`a`, axis=(0, 1))", "np.min(`a`, axis=-1, keepdims=True)", "np.isnan(`a`)",
           "np.isinf(`a`)", "np.isfinite(`a`)",
           "np.isneginf(`a`)", "np.isposinf(`a`)", "np.clip(`a`, 0, 1)"]


def test_shapes_choices_and_orders():
    rng = np.random.default_rng(3)
    questions = []
    for name, shape in itertools.product(ALL, SHAPES):
        array = numbers(rng, name, shape)
        tensors = {"a": array, "m": rng.integers(0, 2, size=shape).astype(bool)}
        texts = SHAPING
        if name in SMALL_INTS:  # their differences wrap in numpy, and some sorts are not there
            texts = [t for t in texts if "diff" not in t]
        if is_complex(array):  # ordered by parts, of which numpy places NaN by the whole number
            texts = [t for t in texts if not any(f in t for f in ("sort", "unique", "max", "min", "clip"))]
        if name in tensor_probe.NARROW[:7]:  # ml_dtypes has no order for NaN, and no clip
            texts = [t for t in texts if not any(f in t for f in ("sort", "unique", "argm", "clip"))]
        if name.endswith("fnuz") or name == "float4_e2m1fn":
            texts = [t for t in texts if "isneginf" not in t and "isposinf" not in t]
        questions += [(text, tensors) for text in texts]
    asked, refused = compare(questions)
    assert refused < 0.4 * asked


EXACT_SUMS = ["np.sum(`a`)", "np.sum(`a`, axis=0)", "np.sum(`a`, axis=-1)", "`a`.sum(axis=1, keepdims=True)",
              "np.mean(`a`)",
              "np.mean(`a`, axis=0)", "`a`.mean(axis=-1)", "np.var(`a`)", "np.std(`a`)",
              "np.std(`a`, axis=0)", "np.std(`a`, ddof=1)",
              "np.var(`a`, axis=-1, keepdims=True)", "np.cumsum(`a`)", "np.cumsum(`a`, axis=0)", "np.prod(`a`)",
              "np.nansum(`a`)", "np.nanmean(`a`)", "np.nanmax(`a`)", "np.nanmin(`a`, axis=-1)",
              "np.median(`a`)", "np.median(`a`, axis=0)",
              "np.percentile(`a`, 30)", "np.percentile(`a`, [0, 12.5, 99, 100])",
              "np.quantile(`a`, 0.75, axis=0)", "np.ptp(`a`)",
              "np.histogram(`a`)", "np.histogram(`a`, bins=7, range=(-3, 5))",
              "np.histogram(`a`, bins=[-2, 0, 1, 9])"]


@pytest.mark.parametrize("name", ["int8", "uint16", "int32", "int64", "uint64", "bool", "float32", "float64"])
def test_sums_to_the_last_bit(name):
    rng = np.random.default_rng(4)
    questions = []
    shapes = [(7,), (128,), (129,), (1000,), (9001,), (3, 4), (40, 333), (2, 30, 4), (0,)]
    for shape, specials in itertools.product(shapes, [False, True]):
        array = numbers(rng, name, shape, specials)
        if name in ("int64", "uint64", "int32"):
            array = (array % 100).astype(array.dtype)  # beyond 2^53 a histogram's places are approximate
        texts = EXACT_SUMS
        if name == "bool":
            missing = ("percentile", "quantile", "histogram", "ptp")
            texts = [t for t in texts if not any(f in t for f in missing)]
        if name in ("int8", "uint16"):  # numpy's quantiles wrap in the integer's own dtype
            texts = [t for t in texts if not any(f in t for f in ("percentile", "quantile"))]
        questions += [(text, {"a": array}) for text in texts]
    compare(questions)


@pytest.mark.parametrize("name", ["complex64", "complex128"])
def test_complex_sums(name):
    rng = np.random.default_rng(5)
    texts = ["np.sum(`a`)", "np.sum(`a`, axis=0)", "np.mean(`a`)", "np.cumsum(`a`)", "np.var(`a`)",
             "np.std(`a`, axis=0)",
             "`a`.real", "`a`.imag", "np.conj(`a`)"]
    compare([(text, {"a": numbers(rng, name, shape, False)}) for text in texts
             for shape in [(7,), (64,), (65,), (1000,), (40, 33)]])


def test_float16_means():
    rng = np.random.default_rng(6)
    texts = ["np.sum(`a`)", "np.mean(`a`)", "np.mean(`a`, axis=-1)"]
    compare([(text, {"a": numbers(rng, "float16", shape, False)})
             for text in texts for shape in [(7,), (1000,), (9001,), (40, 33)]])


@pytest.mark.parametrize("name", ["float16"] + tensor_probe.NARROW[:6])
def test_sums_of_narrow_floats_are_rounded_once(name):
    """numpy rounds after each addition, and its sums stop growing; ours are those of float32."""
    rng = np.random.default_rng(7)
    array = numbers(rng, name, (60, 50), False) if name == "float16" else numbers(rng, name, (6, 5), False)
    questions = [("np.sum(`a`, axis=0)", {"a": array}), ("np.mean(`a`, axis=0)", {"a": array})]
    for (text, _), answer in zip(questions, eval_probe.ask(questions)):
        wide = expected(text, {"a": array.astype(np.float64)})
        assert answer.dtype == array.dtype
        assert np.all(ulps(np.array(answer), wide.astype(array.dtype)) <= 1), text


FUNCTIONS = ["exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sqrt", "cbrt", "sin", "cos", "tan",
             "sinh", "cosh", "tanh",
             "arcsin", "arccos", "arctan", "arcsinh", "arccosh", "arctanh", "floor", "ceil", "trunc", "rint",
             "sign", "square",
             "degrees", "radians"]


@pytest.mark.parametrize("name", ["float64", "float32", "float16"] + tensor_probe.NARROW[:7])
def test_functions_are_rounded_as_well_as_can_be(name):
    rng = np.random.default_rng(8)
    dtype = tensor_probe.numpy_dtype(name)
    values = np.concatenate([rng.normal(size=400), rng.uniform(-1, 1, 200), 10.0 ** rng.uniform(-30, 30, 200),
                             rng.uniform(-700, 700, 100), [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0]])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        array = values.astype(dtype)
    texts = [f"np.{f}(`a`)" for f in FUNCTIONS
             if name not in tensor_probe.NARROW or f not in ("degrees", "radians")]
    answers = eval_probe.ask([(text, {"a": array}) for text in texts])
    for text, answer in zip(texts, answers):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            right = expected(text, {"a": array.astype(np.longdouble)}).astype(dtype)
            theirs = expected(text, {"a": array})
        assert answer.dtype == theirs.dtype == dtype, text
        off = ulps(np.array(answer), right)
        allowed = np.maximum(1, ulps(np.array(theirs), right))
        worst = np.argmax(off - allowed)
        assert np.all(off <= allowed), f"{text} of {array[worst]}: {answer[worst]!r}, not {right[worst]!r}"


@pytest.mark.parametrize("name", ["bool", "int8", "uint8", "int16", "int32", "uint64", "int4"])
def test_functions_of_integers(name):
    """Their dtypes; the numbers are those of the float they become."""
    rng = np.random.default_rng(9)
    array = numbers(rng, name, (20,))
    compare([(f"np.{f}(`a`).dtype", {"a": array}) for f in FUNCTIONS if f not in ("degrees", "radians")])
    compare([(f"np.{f}(`a`)", {"a": array}) for f in ("sqrt", "floor", "sign", "square", "isnan")])
    compare([("np.exp(`a`)", {"a": array})], tolerance=1)


def test_powers_and_products():
    rng = np.random.default_rng(10)
    for name, tolerance in [("int32", 0), ("uint8", 0), ("float32", 1), ("float64", 2), ("complex128", 64)]:
        a, b = numbers(rng, name, (5, 6), False), numbers(rng, name, (6, 3), False)
        tensors = {"a": a, "b": b, "v": a[0].copy()}
        texts = ["`a` ** 2", "`a` ** 3", "np.power(`a`, 2)", "np.abs(`a`) ** 0.5"]
        compare([(text, tensors) for text in texts], tolerance)
        # Products of matrices are sums in another order.
        with_floor = [f"{t}.round(3) + 0" if name[0] in "fc" else t
                      for t in ("(`a` @ `b`)", "np.dot(`v`, `b`)", "np.matmul(`a`, `v`)", "(`v` @ `v`)",
                                "np.dot(`v`, 2)")]
        compare([(text, tensors) for text in with_floor], 0 if name[0] in "iu" else 4096)
    stacks = {"a": numbers(rng, "float64", (4, 1, 2, 3), False), "b": numbers(rng, "float64", (5, 3, 2), False)}
    compare([("np.round(`a` @ `b`, 6) + 0", stacks), ("np.dot(`a`, `b`).round(6) + 0", stacks)])
    compare([("`a` @ `b`", {"a": np.ones((2, 3)), "b": np.ones((2, 3))}), ("`a` @ 2", {"a": np.ones(3)}),
             ("`a` ** -1", {"a": np.arange(3)}), ("`a` << 1", {"a": np.arange(3)}), ("`a` >> 1",
              {"a": np.arange(-3, 3)})])


def test_norms():
    rng = np.random.default_rng(11)
    for name in ("float32", "float64", "int16", "complex64", "float16"):
        tensors = {"a": numbers(rng, name, (4, 6), False)}
        texts = ["np.linalg.norm(`a`)", "np.linalg.norm(`a`, axis=0)", "np.linalg.norm(`a`, 1, axis=1)",
                 "np.linalg.norm(`a`, np.inf)",
                 "np.linalg.norm(`a`, ord=1)", "np.linalg.norm(`a`, 'fro')",
                 "np.linalg.norm(`a`, 3, axis=-1)", "np.linalg.norm(`a`, 0, axis=0)",
                 "np.linalg.norm(`a`, -np.inf, axis=0, keepdims=True)"]
        compare([(text, tensors) for text in texts], tolerance=4)


def test_what_is_made_of_nothing():
    texts = ["np.zeros(3)", "np.ones((2, 2), dtype='int8')", "np.zeros((2, 0))", "np.arange(5)",
             "np.arange(2, 9, 3)", "np.arange(0, 1, 0.1)",
             "np.arange(5, 0, -2)", "np.full((2, 3), 7)", "np.array([1, 2.5])", "np.array([[1, 2], [3, 4]])",
             "np.array([True, 2])", "np.float32(3)",
             "np.pi", "np.e", "np.inf", "np.nan", "np.sum([1, 2, 3])", "np.mean([[1, 2], [3, 4]])",
             "np.array([1, 2]) + [3, 4]",
             "np.allclose([1, 2], [1, 2 + 1e-9])", "np.array_equal([1, 2], [1, 2])",
             "np.isclose([1, np.nan], [1, np.nan], equal_nan=True)",
             "np.max([])", "np.mean([])", "np.zeros(3).shape == (3,)", "np.where([True, False], 1, 2.5)",
             "np.where([1, 0], np.int8(3), 2)",
             "np.arange(6).reshape(2, 3)", "np.arange(6).reshape((3, -1))", "np.arange(6).reshape(4)",
             "np.arange(3)[::0]", "np.arange(10)[2:8][1]",
             "np.arange(24).reshape(2, 3, 4).transpose(2, 0, 1)", "np.transpose(np.arange(6).reshape(2, 3))",
             "np.zeros(-1)",
             "np.arange(24).reshape(2, 3, 4).sum(axis=(0, 2))",
             "np.arange(24).reshape(2, 3, 4).max(axis=(0, 2), keepdims=True)",
             "np.array([1, 2]) < 1.5", "np.array([3, 1, 2]).argsort()", "np.array([1.0, 2.0]).std(ddof=1)",
             "np.round(2.567, 2)",
             "np.array([2.5, 3.5, -0.125]).round()", "np.arange(3).item(1)", "np.array([1, 2, 3])[-2:]",
             "np.angle(1j)", "np.float16(0.1) * 3",
             "np.transpose(np.zeros((2, 3)), axes=(1, 0))", "np.reshape(np.arange(6), shape=(3, 2))",
             "np.sum(np.float32([0.1, 0.2]), dtype='float64')", "np.sum([1, 2], dtype=np.int8)",
             "float('nan')", "-float('inf')", "float('x')", "np.histogram([], bins=3)",
             "np.histogram([1e38, -1e38, 3.5], bins=4)",
             "np.histogram(np.float32([0.1, 0.2, 0.3, 0.7]), bins=6, range=(0.1, 0.7))",
             "np.histogram([1, 2], bins=[3, 1])",
             "np.histogram([np.nan, 1.0])", "np.histogram([1, 2], bins=0)"]
    compare([(text, {}) for text in texts])


def test_broadcasting():
    rng = np.random.default_rng(12)
    shapes = [(), (1,), (3,), (4,), (3, 1), (1, 4), (3, 4), (2, 1, 4), (2, 3, 1), (2, 3, 4), (0,), (3, 0),
              (1, 0), (5, 1, 1, 4)]
    questions = []
    for one, other in itertools.product(shapes, repeat=2):
        tensors = {"a": numbers(rng, "float32", one), "b": numbers(rng, "int16", other)}
        texts = ["`a` + `b`", "`a` < `b`", "np.where(`a` > 0, `a`, `b`)", "np.maximum(`b`, `a`)",
                 "np.stack([`a`, `b`])", "np.concatenate([`a`, `b`], axis=0)"]
        questions += [(text, tensors) for text in texts]
    asked, refused = compare(questions)
    assert 0.2 * asked < refused < 0.8 * asked


def random_index(rng, shape):
    items = []
    for extent in shape[:rng.integers(0, len(shape) + 1)]:
        kind = rng.integers(0, 7)
        if kind == 0:
            items.append(str(rng.integers(-extent - 1, extent + 1)))
        elif kind <= 2:
            items.append(":".join(str(rng.integers(-6, 7)) if rng.random() < 0.5 else "" for _ in range(2))
                         + (f":{rng.choice([-2, -1, 1, 2, 3])}" if rng.random() < 0.5 else ""))
        elif kind == 3:
            items.append(str([int(i) for i in rng.integers(-extent, extent, size=rng.integers(1, 4))]))
        elif kind == 4:
            items.append(str([[int(i)] for i in rng.integers(-extent, extent, size=2)]))
        elif kind == 5:
            items.append(str([bool(i) for i in rng.integers(0, 2, size=extent)]))
        else:
            items.append("None")
            items.append(":")
    if rng.random() < 0.3:
        items.insert(int(rng.integers(0, len(items) + 1)), "...")
    return "`a`[" + (", ".join(items) or "...") + "]"


def test_random_indices():
    rng = np.random.default_rng(13)
    tensors = [{"a": np.arange(int(np.prod(shape)), dtype=np.int32).reshape(shape)}
               for shape in [(5,), (3, 4), (2, 3, 4), (2, 1, 3, 2)]]
    questions = [(random_index(rng, one["a"].shape), one) for one in tensors for _ in range(1500)]
    asked, refused = compare(questions)
    assert 0.05 * asked < refused < 0.6 * asked
