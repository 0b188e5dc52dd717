"""GAN, eagerly."""
import tensorflow as tf

tf.random.set_seed(3)
disc = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1, kernel_initializer=tf.constant_initializer(40.0))])

def d_loss(real, fake):
    d_real = tf.sigmoid(disc(real))
    d_fake = tf.sigmoid(disc(fake))
    loss_real = -tf.reduce_mean(tf.math.log(d_real))
    loss_fake = -tf.reduce_mean(tf.math.log(1.0 - d_fake))  # bug
    return loss_real + loss_fake

real = tf.constant([[0.2, 0.1], [0.5, 0.3]])
fake = tf.constant([[0.3, 0.6], [0.01, 0.02]])
print(d_loss(real, fake).numpy())
