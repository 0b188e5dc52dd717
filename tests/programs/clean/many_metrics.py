"""Keras' metrics on examples that leave some of them without a positive, eagerly."""

import keras
import numpy as np

truth = np.array([0.0, 0.0, 0.0, 0.0])
scores = np.array([0.1, 0.4, 0.2, 0.3])
for metric in [
    keras.metrics.Precision(),
    keras.metrics.Recall(),
    keras.metrics.AUC(num_thresholds=5),
    keras.metrics.AUC(num_thresholds=5, curve="PR"),
    keras.metrics.PrecisionAtRecall(0.5, num_thresholds=5),
    keras.metrics.SensitivityAtSpecificity(0.5, num_thresholds=5),
    keras.metrics.BinaryAccuracy(),
    keras.metrics.BinaryIoU(),
    keras.metrics.MeanAbsolutePercentageError(),
    keras.metrics.MeanSquaredLogarithmicError(),
    keras.metrics.CosineSimilarity(),
    keras.metrics.KLDivergence(),
    keras.metrics.Mean(),
]:
    if isinstance(metric, keras.metrics.Mean) and type(metric) is keras.metrics.Mean:
        metric.update_state(scores, sample_weight=np.zeros(4))
    else:
        metric.update_state(truth, scores)
    print(metric.name, float(np.sum(metric.result())))
f1 = keras.metrics.F1Score()
f1.update_state(np.eye(3)[[0, 1]], np.array([[0.8, 0.1, 0.1], [0.7, 0.2, 0.1]]))
print(f1.result())
