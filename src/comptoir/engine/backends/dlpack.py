"""DLPack export of memory, for arrays whose own library does not support it.

NumPy arrays support DLPack, those of numba-cuda do not, and JAX accepts nothing else.
"""

import ctypes
from typing import Any

import numpy as np

CPU, CUDA = 1, 2  # DLPack's device types
KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}  # DLPack's type codes, by NumPy's kind
NAME = b"dltensor"


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", ctypes.c_int32 * 2),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    _fields_ = (
        ("tensor", _Tensor),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    )


_lent: dict[int, Any] = {}  # exported tensors and their owners, by address


_callback: Any = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


@_callback  # type: ignore[untyped-decorator]
def _give_back(address: int) -> None:
    _lent.pop(address, None)


@_callback  # type: ignore[untyped-decorator]
def _drop_capsule(capsule: int) -> None:
    """Free a capsule that nobody consumed; a consumed one has been renamed."""
    if _is_valid(capsule, NAME):
        _lent.pop(_pointer(capsule, NAME), None)


_new = ctypes.pythonapi.PyCapsule_New
_new.restype = ctypes.py_object
_new.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.argtypes = (ctypes.c_void_p, ctypes.c_char_p)
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype = ctypes.c_void_p
_pointer.argtypes = (ctypes.c_void_p, ctypes.c_char_p)


def capsule(
    owner: Any,
    address: int,
    shape: tuple[int, ...],
    dtype: np.dtype[Any],
    device: tuple[int, int] = (CPU, 0),
) -> Any:
    """Return a DLPack capsule of contiguous memory, which keeps `owner` alive."""
    sizes = (ctypes.c_int64 * len(shape))(*shape)
    managed = _Managed()
    tensor = managed.tensor
    tensor.data, tensor.ndim, tensor.shape = address, len(shape), sizes
    tensor.device[:] = device
    tensor.code, tensor.bits, tensor.lanes = KINDS[dtype.kind], 8 * dtype.itemsize, 1
    managed.deleter = ctypes.cast(_give_back, ctypes.c_void_p)
    _lent[ctypes.addressof(managed)] = managed, sizes, owner
    drop = ctypes.cast(_drop_capsule, ctypes.c_void_p)
    return _new(ctypes.addressof(managed), NAME, drop)
