"""Which layer, loss or optimizer of Keras an op belongs to, and where the program made that.

The recorder runs this text inside the debuggee, and gives it three functions of its own: define_stack, define_layer and
note_scope. Once Keras is imported, four of its constructors and its name scopes are wrapped, so that each tells us what
it is about besides doing what it did; what goes wrong here is ours alone.
"""

import functools
import inspect
import sys
import weakref

# What has a name in a model, by module, class and the method in which it comes to be. A layer's __init__ is left alone,
# for Keras reads its arguments.
PARTS = [
    ("keras.src.layers.layer", "Layer", "__new__"),
    ("keras.src.optimizers.base_optimizer", "BaseOptimizer", "__init__"),
    ("keras.src.losses.loss", "Loss", "__init__"),
    ("keras.src.metrics.metric", "Metric", "__init__"),
]
# TensorFlow names ops by the scopes that Keras opens, one for each part that is at work.
SCOPES = ("keras.src.backend.tensorflow.core", "name_scope", "__enter__")
# In these a part of a model makes parts of its own, long after the program made it.
MAKES_LATE = {"build", "call", "__call__"}

made = {}  # id of a part: a weak reference to it, and its stack


def fail_open(function):
    def tried(*args):
        try:
            return function(*args)
        except Exception:
            return 0

    return tried


def is_ours(frame):
    return frame.f_globals is globals()


def is_frameworks(frame):
    return is_ours(frame) or frame.f_globals.get("__name__", "").partition(".")[0] in ("keras", "tensorflow")


def known_stack(part):
    reference, stack = made.get(id(part), (None, 0))
    return stack if reference is not None and reference() is part else 0


def stack_that_made(part, frame):
    while frame is not None and is_frameworks(frame):
        owner = frame.f_locals.get("self")
        if frame.f_code.co_name in MAKES_LATE and owner is not part and known_stack(owner):
            return known_stack(owner)
        frame = frame.f_back
    return 0 if frame is None else define_stack(frame)


@fail_open
def remember(part):
    frame = sys._getframe()
    while is_ours(frame) or (frame.f_code.co_name == "__init__" and frame.f_locals.get("self") is part):
        frame = frame.f_back
    key = id(part)
    made[key] = weakref.ref(part, lambda _: made.pop(key, None)), stack_that_made(part, frame)


def opener(scope):
    """Who opened the name scope: layers and optimizers say so, losses open theirs in a method of their own."""
    if scope.caller is not None:
        return scope.caller
    frame = sys._getframe()
    while frame is not None and is_frameworks(frame):
        owner = frame.f_locals.get("self")
        if owner is not scope and getattr(owner, "name", None) == scope.name:
            return owner
        frame = frame.f_back
    return None


def wrap(owner, name, wrapper):
    original = getattr(owner, name)
    functools.update_wrapper(wrapper, original)
    wrapper.__signature__ = inspect.signature(original)  # for those who do not follow __wrapped__
    setattr(owner, name, staticmethod(wrapper) if name == "__new__" else wrapper)


def follow_new(owner, name):
    original = getattr(owner, name)

    def new(cls, *args, **kwargs):
        part = original(cls, *args, **kwargs)
        remember(part)
        return part

    wrap(owner, name, new)


def follow_init(owner, name):
    original = getattr(owner, name)

    def init(self, *args, **kwargs):
        remember(self)
        return original(self, *args, **kwargs)

    wrap(owner, name, init)


def follow_scopes(owner, name):
    original = getattr(owner, name)
    module = sys.modules[owner.__module__]
    tensorflow, attribute = module.tf, module.global_state.get_global_attribute

    @fail_open
    def layer_here():
        """The innermost layer in which this thread is; 0 for none."""
        scopes = attribute("name_scope_stack") or []
        for depth in range(len(scopes), 0, -1):
            part = opener(scopes[depth - 1])
            if part is not None:
                path = "/".join(scope.name for scope in scopes[:depth])
                return define_layer(path, type(part).__name__, known_stack(part))
        return 0

    @fail_open
    def note():
        if not tensorflow.executing_eagerly():
            note_scope(tensorflow.get_current_name_scope(), layer_here())

    def enter(self):
        result = original(self)
        note()
        return result

    wrap(owner, name, enter)
    globals()["layer_here"] = layer_here


class Watch:
    """Sees Keras being imported, and finds no module itself."""

    def __init__(self):
        self.waiting = [(*part, follow_new if part[2] == "__new__" else follow_init) for part in PARTS]
        self.waiting.append((*SCOPES, follow_scopes))

    @fail_open
    def look(self):
        for entry in list(self.waiting):
            module, class_name, method, follow = entry
            owner = getattr(sys.modules.get(module), class_name, None)
            if owner is not None:
                self.waiting.remove(entry)
                follow(owner, method)
        if not self.waiting and self in sys.meta_path:
            sys.meta_path.remove(self)

    def find_spec(self, name, path=None, target=None):
        if name.startswith("keras."):
            self.look()
        return None


watch = Watch()
sys.meta_path.insert(0, watch)
watch.look()
