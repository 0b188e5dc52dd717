"""Newton's method: the Hessian is singular."""
import tensorflow as tf

@tf.function
def newton(h, g):
    return tf.linalg.solve(h, g)  # bug

print(newton(tf.constant([[1.0, 2.0], [2.0, 4.0]]), tf.constant([[1.0], [1.0]])))
