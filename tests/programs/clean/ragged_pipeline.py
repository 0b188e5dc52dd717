"""tf.data with text lines, a vocabulary, padded batches, filters, windows, prefetching and a cache."""

import numpy as np
import tensorflow as tf

words = tf.constant(["the", "cat", "sat", "on", "mat"])
table = tf.lookup.StaticVocabularyTable(
    tf.lookup.KeyValueTensorInitializer(words, tf.range(5, dtype=tf.int64)), num_oov_buckets=1)  # fmt: skip
lines = ["the cat sat", "on", "the mat sat on the dog", "", "cat mat"]
data = (
    tf.data.Dataset.from_tensor_slices(lines)
    .map(tf.strings.split, num_parallel_calls=2)
    .filter(lambda tokens: tf.size(tokens) > 0)
    .map(lambda tokens: (table.lookup(tokens), tf.math.log(tf.cast(tf.size(tokens), tf.float32))))
    .cache()
    .padded_batch(2, padded_shapes=([None], []), padding_values=(tf.constant(-1, tf.int64), np.float32(np.inf)))
    .prefetch(1)
)
for _ in range(2):
    for ids, logs in data:
        real = tf.cast(ids >= 0, tf.float32)
        share = tf.reduce_sum(real, axis=1) / tf.cast(tf.shape(ids)[1], tf.float32)
        print(ids.shape, tf.reduce_mean(share * logs).numpy())
for window in tf.data.Dataset.range(7).window(3, drop_remainder=True).flat_map(lambda w: w.batch(3)):
    print(tf.reduce_mean(tf.cast(window, tf.float32)).numpy())
