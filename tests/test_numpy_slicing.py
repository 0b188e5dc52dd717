"""Our slices choose what numpy's basic indexing chooses, and fail where it fails."""

import numpy as np

import tensor_probe

PAIRS = 6000


def random_number(rng, extent):
    if rng.random() < 0.05:
        return int(rng.choice([-1, 1])) * 10 ** int(rng.integers(3, 40))
    return int(rng.integers(-extent - 2, extent + 3))


def random_range(rng, extent):
    def maybe(value):
        return "" if rng.random() < 0.35 else str(value)

    text = maybe(random_number(rng, extent)) + ":" + maybe(random_number(rng, extent))
    if rng.random() < 0.5:
        step = int(rng.choice([-7, -3, -2, -1, 1, 2, 3, 7]))
        text += ":" + maybe(random_number(rng, extent) if rng.random() < 0.1 else step)
    return text


def random_slice(rng, shape):
    items = []
    for axis in range(int(rng.integers(0, len(shape) + (2 if rng.random() < 0.1 else 1)))):
        extent = int(shape[axis]) if axis < len(shape) else 3
        if rng.random() < 0.35:
            # Mostly inside, so that whole slices with several indices succeed.
            inside = rng.random() < 0.9 and extent > 0
            items.append(str(int(rng.integers(-extent, extent)) if inside
                             else random_number(rng, extent)))
        else:
            items.append(random_range(rng, extent))
    for _ in range(int(rng.choice([0, 1, 2], p=[0.65, 0.32, 0.03]))):
        items.insert(int(rng.integers(0, len(items) + 1)), "...")
    return rng.choice([",", ", ", " , "]).join(items)


def expected_part(array, text):
    """numpy's answer, or None where it refuses."""
    try:
        return eval(f"array[{text or '()'}]", {"array": array})
    except (IndexError, ValueError):
        return None


def test_random_slices():
    rng = np.random.default_rng(11)
    arrays, texts = [], []
    for _ in range(PAIRS):
        shape = tuple(rng.integers(0 if rng.random() < 0.1 else 1, 7, size=rng.integers(0, 6)))
        arrays.append(np.arange(np.prod(shape, dtype=int), dtype=np.int32).reshape(shape))
        texts.append(random_slice(rng, shape))
    # Brackets may be there or not.
    given = [f"[{text}]" if i % 2 else text for i, text in enumerate(texts)]
    answers = tensor_probe.ask([tensor_probe.request(array, "int32", text, threshold=10**9)
                                for array, text in zip(arrays, given)])
    refused = 0
    for array, text, answer in zip(arrays, texts, answers):
        part = expected_part(array, text)
        where = f"{array.shape}[{text}]: {answer}"
        if part is None:
            refused += 1
            assert isinstance(answer, str), where
            continue
        assert not isinstance(answer, str), where
        shape, shown = answer
        assert shape == np.shape(part), where
        assert shown == np.array2string(np.asarray(part), threshold=10**9), where
    assert PAIRS * 0.05 < refused < PAIRS * 0.5, "the generator must try both kinds"


def test_slices_that_are_no_python():
    array = np.zeros((3, 4), dtype=np.float32)
    texts = ["[", "]", "[0", "0]", "[0][0]", ",", ",,", "0,,1", "a", "None", "1.5", "....", "..",
             "1:2:3:4", "- 1", "--1", "0x1", "1_0", "True", "'0'", "[[0]]", "\0", "é", "0 0", ": :0"]
    answers = tensor_probe.ask([tensor_probe.request(array, "float32", text) for text in texts])
    for text, answer in zip(texts, answers):
        assert isinstance(answer, str), text
        assert "; a" in answer and "accepted" in answer and answer.isprintable(), (text, answer)
