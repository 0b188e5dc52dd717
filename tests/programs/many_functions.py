"""Much churn: eight threads trace 1,000 functions, and call each, and run 100,000 eager ops. Prints how much memory of
its own the process has at the end, in MiB."""

import re
import threading
from pathlib import Path

import tensorflow as tf

THREADS, FUNCTIONS, OPS = 8, 125, 12_500


def work(number):
    for index in range(FUNCTIONS):
        scale = float(number * FUNCTIONS + index)
        tf.function(lambda x, scale=scale: tf.square(x) * scale)(tf.ones([4]))
    x = tf.ones([4])
    for _ in range(OPS):
        x = tf.negative(x)


def main():
    threads = [threading.Thread(target=work, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    status = Path("/proc/self/status").read_text()
    print(int(re.search(r"RssAnon:\s+(\d+) kB", status)[1]) // 1024)


if __name__ == "__main__":
    main()
