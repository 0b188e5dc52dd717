"""Tells the recorder the text of code that stands in no file: of a notebook's cells, for one, Python keeps it in linecache.

The recorder runs this text inside the debuggee and gives it define_source."""

import os
import sys

told = set()


def tell():
    linecache = sys.modules.get("linecache")
    for name, entry in list(linecache.cache.items()) if linecache else []:
        if name in told or len(entry) != 4:
            continue
        told.add(name)
        if not os.path.exists(name):
            define_source(name, "".join(entry[2]))
