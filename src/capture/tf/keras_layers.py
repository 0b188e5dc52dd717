"""Which layer, loss or optimizer of Keras an op belongs to, and where the program made that.

The recorder runs this text inside the debuggee, and gives it three functions of its own: define_stack, define_layer and
note_scope. Once Keras is imported, four of its constructors, its name scopes, its casts of inputs and the calls of its
operations are wrapped, so that each tells us what it is about besides doing what it did; what goes wrong here is ours alone.
"""

import functools
import inspect
import os
import sys
import weakref

# What has a name in a model, by module, class and the method in which it comes to be. An operation is a layer, or what
# a function of keras.ops makes of a model's tensors; its __init__ is left alone, for Keras reads its arguments.
PARTS = [
    ("keras.src.ops.operation", "Operation", "__new__"),
    ("keras.src.optimizers.base_optimizer", "BaseOptimizer", "__init__"),
    ("keras.src.losses.loss", "Loss", "__init__"),
    ("keras.src.metrics.metric", "Metric", "__init__"),
    ("tf_keras.src.engine.base_layer", "Layer", "__new__"),
]
# What a layer does before its scope is open: it casts its inputs to the type that it computes in.
CONVERSIONS = ("keras.src.dtype_policies.dtype_policy", "DTypePolicy", "convert_input")
# TensorFlow names ops by the scopes that Keras opens, one for each part that is at work.
SCOPES = ("keras.src.backend.tensorflow.core", "name_scope", "__enter__")
# Keras 2 computes the whole name of a layer's scope before it opens it.
SCOPES_2 = ("tf_keras.src.engine.base_layer", "Layer", "_name_scope")
# Operations that are no layers open no scope: they are known by the ops that they make.
CALLS = ("keras.src.ops.operation", "Operation", "__call__")
LAYER, GRAPH = ("keras.src.layers.layer", "Layer"), ("keras.src.ops.function", "Function")
# In these a part of a model makes parts of its own, long after the program made it.
MAKES_LATE = {"build", "call", "__call__"}

FRAMEWORKS = ("keras", "tf_keras", "tensorflow")

made = {}  # id of a part: a weak reference to it, and its stack
seekers = []  # functions that know the layer in which this thread is; they answer 0 for none


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
    return is_ours(frame) or frame.f_globals.get("__name__", "").partition(".")[0] in FRAMEWORKS


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

    def path_of(depth):
        return [scope.name for scope in (attribute("name_scope_stack") or [])[:depth]]

    def define_operation(operation):
        path = "/".join([*path_of(None), operation.name])
        return define_layer(path, type(operation).__name__, known_stack(operation))

    def layer_of_scope():
        scopes = attribute("name_scope_stack") or []
        for depth in range(len(scopes), 0, -1):
            part = opener(scopes[depth - 1])
            if part is not None:
                return define_layer("/".join(path_of(depth)), type(part).__name__, known_stack(part))
        return 0

    @fail_open
    def layer_at_work():
        operation = operation_here()
        return define_operation(operation) if operation is not None else layer_of_scope()

    @fail_open
    def note():
        if not tensorflow.executing_eagerly():
            note_scope(tensorflow.get_current_name_scope(), layer_of_scope())

    def enter(self):
        result = original(self)
        note()
        return result

    @fail_open
    def ops_before(operation):
        """The graph that is being traced and how many ops it has; 0 where nothing is to be learnt."""
        if not is_plain(operation) or tensorflow.executing_eagerly():
            return 0
        graph = tensorflow.compat.v1.get_default_graph()
        return graph, len(graph.get_operations())

    @fail_open
    def note_ops(operation, before):
        graph, count = before
        layer = define_operation(operation)
        for op in graph.get_operations()[count:]:
            note_scope(op.name, layer)

    wrap(owner, name, enter)
    globals().update(ops_before=ops_before, note_ops=note_ops)
    seekers.append(layer_at_work)


def is_one(part, place):
    owner = getattr(sys.modules.get(place[0]), place[1], None)
    return owner is not None and isinstance(part, owner)


def is_plain(operation):
    """Whether it neither opens a scope of its own nor calls other operations."""
    return not is_one(operation, LAYER) and not is_one(operation, GRAPH)


def operation_here():
    """The operation that this thread is in, unless the innermost one is a layer."""
    frame = sys._getframe()
    while frame is not None:
        owner = frame.f_locals.get("self") if frame.f_code.co_name in ("call", "__call__") else None
        if owner is not None and is_one(owner, CALLS[:2]):
            return owner if is_plain(owner) else None
        frame = frame.f_back
    return None


def follow_calls(owner, name):
    original = getattr(owner, name)

    def call(self, *args, **kwargs):
        before = ops_before(self)
        result = original(self, *args, **kwargs)
        if before:
            note_ops(self, before)
        return result

    # Keras leaves frames of files in its own folder out of the tracebacks that it shows.
    folder = os.path.dirname(sys.modules[owner.__module__].__file__)
    call.__code__ = call.__code__.replace(co_filename=os.path.join(folder, "<tdbg keras_layers.py>"))
    wrap(owner, name, call)


def ops_before(operation):
    return 0  # until TensorFlow's name scopes are known


def follow_scope_names(owner, name):
    original = getattr(owner, name)

    @fail_open
    def note(layer, scope):
        path = scope.strip("/")
        note_scope(path, define_layer(path, type(layer).__name__, known_stack(layer)))

    @fail_open
    def layer_at_work():
        calls = []  # of layers, innermost first
        frame = sys._getframe()
        while frame is not None:
            called = frame.f_code.co_name == "__call__" and is_one(frame.f_locals.get("self"), SCOPES_2[:2])
            if called:
                calls.append(frame.f_locals["self"])
            frame = frame.f_back
        if not calls:
            return 0
        path = "/".join(layer.name for layer in reversed(calls))
        return define_layer(path, type(calls[0]).__name__, known_stack(calls[0]))

    def scope_name(self):
        scope = original(self)
        note(self, scope)
        return scope

    wrap(owner, name, scope_name)
    seekers.append(layer_at_work)


def layer_here():
    """The innermost layer or operation in which this thread is; 0 for none."""
    for seek in seekers:
        layer = seek()
        if layer:
            return layer
    return 0


def follow_conversions(owner, name):
    original = getattr(owner, name)

    def layer_that_converts():
        frame = sys._getframe()
        while frame is not None:
            part = frame.f_locals.get("self")
            if hasattr(part, "_open_name_scope") and is_frameworks(frame):
                return part
            frame = frame.f_back
        return None

    @fail_open
    def note(converted):
        part = layer_that_converts()
        attribute = sys.modules["keras.src.backend.common.global_state"].get_global_attribute
        path = "/".join([scope.name for scope in attribute("name_scope_stack") or []] + [part.name])
        note_scope(converted.op.name, define_layer(path, type(part).__name__, known_stack(part)))

    def convert(self, x, *args, **kwargs):
        converted = original(self, x, *args, **kwargs)
        if converted is not x:
            note(converted)  # in a graph; what runs by itself has a stack
        return converted

    wrap(owner, name, convert)


class Watch:
    """Sees Keras being imported, and finds no module itself."""

    def __init__(self):
        self.waiting = [(*part, follow_new if part[2] == "__new__" else follow_init) for part in PARTS]
        self.waiting += [(*SCOPES, follow_scopes), (*CONVERSIONS, follow_conversions)]
        self.waiting += [(*SCOPES_2, follow_scope_names), (*CALLS, follow_calls)]

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
        if name.startswith(("keras.", "tf_keras.")):
            self.look()
        return None


watch = Watch()
sys.meta_path.insert(0, watch)
watch.look()
