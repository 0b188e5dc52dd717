"""A convolutional network with augmentation layers, separable convolutions, global pooling and label smoothing."""

import keras
import numpy as np

keras.utils.set_random_seed(20)
model = keras.Sequential([
    keras.Input((12, 12, 3)),
    keras.layers.Rescaling(1 / 255),
    keras.layers.RandomFlip("horizontal"),
    keras.layers.RandomRotation(0.1),
    keras.layers.Conv2D(6, 3, padding="same", use_bias=False),
    keras.layers.BatchNormalization(),
    keras.layers.Activation("relu"),
    keras.layers.SeparableConv2D(8, 3, strides=2, activation="relu6"),
    keras.layers.SpatialDropout2D(0.1),
    keras.layers.GlobalAveragePooling2D(),
    keras.layers.Dense(4, activation="softmax"),
])
model.compile("adam", keras.losses.CategoricalCrossentropy(label_smoothing=0.1), metrics=["accuracy"])
rng = np.random.default_rng(20)
pictures = rng.integers(0, 256, (16, 12, 12, 3)).astype("float32")
model.fit(pictures, np.eye(4)[rng.integers(0, 4, 16)], batch_size=8, epochs=1, verbose=0)
