"""Medians of ratios, and how sure one may be of them."""

import random
import statistics


def bootstrap_interval(values, draws=2000, seed=1):
    """The 95 % interval of the median, by drawing again from the values."""
    generator = random.Random(seed)
    medians = sorted(statistics.median(generator.choices(values, k=len(values))) for _ in range(draws))
    return medians[int(0.025 * draws)], medians[int(0.975 * draws) - 1]


def quartiles(values):
    """Lower, middle, upper."""
    if len(values) == 1:
        return values[0], values[0], values[0]
    return tuple(statistics.quantiles(values, n=4, method="inclusive"))
