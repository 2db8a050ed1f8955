"""What torch's own names do to a buffer: look at its address, describe it, write into it, or read it.

Only torch's and Python's names stand here; they are the same in every program. Sources: the torch documentation pages
"Tensor Views" and "CUDA semantics".
"""

from __future__ import annotations

VIEW_METHODS = frozenset({
    "view", "reshape", "narrow", "squeeze", "unsqueeze", "transpose", "permute", "expand", "expand_as", "flatten",
    "unflatten", "view_as", "reshape_as", "select", "split", "split_with_sizes", "chunk", "tensor_split", "unbind",
    "as_strided", "detach", "swapaxes", "swapdims", "movedim", "moveaxis", "diagonal", "unfold", "t", "values",
    "items", "get", "__getitem__", "data", "requires_grad_", "squeeze_", "unsqueeze_", "__iter__", "pop",
})  # fmt: skip
VIEW_ATTRS = frozenset({"T", "mT", "H", "mH", "data", "real", "imag"})
META_METHODS = frozenset({
    "data_ptr", "size", "stride", "numel", "nelement", "element_size", "dim", "ndimension", "is_contiguous",
    "storage_offset", "untyped_storage", "storage", "get_device", "record_stream", "is_pinned", "share_memory_",
    "pin_memory_", "type_as_meta", "keys", "index", "count", "nbytes", "is_floating_point", "is_complex",
    "is_shared", "__len__", "const_data_ptr", "mutable_data_ptr",
})  # fmt: skip
META_ATTRS = frozenset({
    "shape", "dtype", "device", "nbytes", "itemsize", "ndim", "is_cuda", "layout", "requires_grad", "names", "grad",
    "is_leaf", "is_sparse", "is_quantized", "_version", "is_cpu", "is_meta",
})  # fmt: skip
# Methods that only put other data into the buffer; any other name with a trailing underscore does so too.
STORE_METHODS = frozenset({"__setitem__", "append", "extend", "insert", "remove", "clear"})
# Those that compute what they put there from what stood there.
UPDATING_METHODS = frozenset({
    "abs_", "add_", "addbmm_", "addcdiv_", "addcmul_", "addmm_", "addmv_", "addr_", "baddbmm_", "bitwise_and_",
    "bitwise_left_shift_", "bitwise_not_", "bitwise_or_", "bitwise_right_shift_", "bitwise_xor_", "ceil_", "clamp_",
    "clamp_max_", "clamp_min_", "clip_", "copysign_", "cumprod_", "cumsum_", "div_", "divide_", "exp2_", "exp_",
    "floor_", "floor_divide_", "fmod_", "frac_", "index_add_", "index_reduce_", "lerp_", "log2_", "log_",
    "logical_and_", "logical_not_", "logical_or_", "logical_xor_", "mul_", "multiply_", "nan_to_num_", "neg_",
    "negative_", "pow_", "reciprocal_", "relu_", "remainder_", "round_", "rsqrt_", "scatter_add_", "scatter_reduce_",
    "sigmoid_", "sign_", "sqrt_", "square_", "sub_", "subtract_", "tanh_", "tril_", "triu_", "true_divide_", "trunc_",
})  # fmt: skip
META_FUNCTIONS = frozenset({
    "len", "isinstance", "id", "type", "hasattr", "callable", "repr", "str", "print", "issubclass", "format",
    "torch.is_tensor", "torch.numel", "hash", "weakref.ref", "sys.getsizeof", "del",
})  # fmt: skip
# Those of them that put values into words, or into one number.
WRITING_FUNCTIONS = frozenset({"repr", "str", "print", "format", "hash"})
# Methods, and functions of torch, whose results are as large as the data say.
SIZED_BY_DATA = frozenset({"nonzero", "argwhere", "unique", "unique_consecutive"})
# Methods that make new memory like a tensor's, without its data.
ALLOCATING_METHODS = frozenset({"new_empty", "new_zeros", "new_ones", "new_full", "new_empty_strided"})
VIEW_FUNCTIONS = frozenset({
    "torch.narrow", "torch.reshape", "torch.squeeze", "torch.unsqueeze", "torch.transpose", "torch.permute",
    "torch.split", "torch.chunk", "torch.unbind", "torch.as_strided", "torch.select", "torch.flatten",
    "torch.swapaxes", "torch.movedim", "torch.unflatten", "torch.atleast_1d", "torch.atleast_2d", "torch.view_as_real",
    "torch.view_as_complex", "typing.cast", "cast",
})  # fmt: skip
# Methods by which a container takes something in.
GROWING_METHODS = frozenset({"append", "extend", "insert", "add", "update", "appendleft"})
# Those by which it gives something away.
EMPTYING_METHODS = frozenset({"clear", "pop", "popitem", "popleft", "remove", "discard"})
CONTAINER_FUNCTIONS = frozenset({"list", "tuple", "set", "frozenset", "iter", "reversed", "sorted", "itertools.chain"})
# What makes of a function one that does the same, however it is told to.
WRAPPING_FUNCTIONS = frozenset({
    "torch.compile", "torch.jit.script", "torch.jit.ignore", "torch.jit.export", "torch.compiler.disable",
    "torch.compiler.allow_in_graph", "torch._dynamo.disable",
})  # fmt: skip
# The names of arguments that are what a callee writes into: torch's own, and that of copies.
DESTINATIONS = frozenset({"out", "dst"})
# Factories whose result is new memory.
ALLOCATORS = frozenset({
    "zeros", "empty", "ones", "full", "rand", "randn", "arange", "empty_strided", "tensor", "zeros_like", "empty_like",
    "ones_like", "full_like", "rand_like", "randn_like", "randint", "as_tensor",
})  # fmt: skip


def is_meta_method(name: str) -> bool:
    """Whether a method of a tensor only describes it: whatever is called ``is_...`` does."""
    return name in META_METHODS or name.startswith("is_")


def is_store_method(name: str) -> bool:
    """Whether a method of a tensor only writes into it: ``copy_``, ``fill_``, ``index_copy_`` and the like."""
    return name in STORE_METHODS or (name.endswith("_") and not name.endswith("__") and name not in VIEW_METHODS)


def is_like_a_destination(keyword: str) -> bool:
    """Whether an argument of this name may be what a callee writes into as well: ``dst_k``, ``v_out``."""
    return not DESTINATIONS.isdisjoint(keyword.split("_"))
