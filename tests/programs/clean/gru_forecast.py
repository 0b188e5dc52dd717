"""Forecasts a sine with a GRU; windows come from a dataset of the time series."""

import keras
import numpy as np

keras.utils.set_random_seed(7)
series = np.sin(np.arange(80) / 4).astype("float32")[:, None]
data = keras.utils.timeseries_dataset_from_array(series[:-10], series[10:], sequence_length=10, batch_size=16)
model = keras.Sequential([keras.Input((10, 1)), keras.layers.GRU(6), keras.layers.Dense(1)])
model.compile(keras.optimizers.Nadam(0.01), "log_cosh")
model.fit(data, epochs=2, verbose=0)
