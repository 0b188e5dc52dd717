"""Steps of one length: the gradient divided by its norm. Behind the hinge there is no gradient left."""

import tensorflow.compat.v1 as tf

tf.disable_eager_execution()

w = tf.get_variable("w", initializer=[2.0, 1.0])
loss = tf.reduce_sum(tf.nn.relu(w - 0.5))
(gradient,) = tf.gradients(loss, [w])
direction = gradient / tf.norm(gradient)  # bug
update = w.assign_sub(0.5 * direction)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(8):
        print(sess.run([loss, update])[0])
