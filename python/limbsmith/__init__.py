"""Fixed-precision big-integer and modular arithmetic on arrays, on a GPU if there is one, else on all cores of the host.

>>> import limbsmith
>>> F = limbsmith.Field(2**255 - 19)
>>> a, b = F.array([7, 11]), F.array([3, F.modulus - 1])
>>> (a * b + 5).tolist()[0]
26
>>> F.compile("a*b + 5")(a, b)[0]  # one function, with one reduction where that is possible
26
>>> U = limbsmith.UInt(160)
>>> (U.array([2**159, 3]) * 4).tolist() == [2**161, 12]
True
>>> limbsmith.Int(256).array([-7, 7]) // 2
Int(256).array([-4, 3])

The functions are those that the command ``limbsmith generate`` prints: proved, and on a GPU compiled and compared with the host when
they are first used. An operation takes some time then, the next call does not.

Arrays have the shapes, indices and broadcasting of NumPy, and do not change. Other threads run while numbers are computed. Errors:

* TypeError: an operand of another type, such as a float, a bool, or an array of other numbers;
* ValueError: a number that is negative or too large, shapes that do not fit, no inverse, no square root;
* IndexError: an index that is not there;
* NotImplementedError: limbsmith does not have this; the message names the nearest that it has;
* MemoryError, and RuntimeError for other failures, such as a GPU that is absent.
"""

from ._array import Array
from ._core import version as __version__
from ._crt import crt
from ._field import Field, FieldArray, FieldFunction, FieldFunctions
from ._headers import generate, header_for_cupy
from ._int import Int, IntArray
from ._joined import concatenate, stack
from ._pool import Big, Pool, PoolFraction, PoolInt
from ._sums import ExactSum, exact_dot, exact_sum, mean, norm2, variance
from ._uint import UInt, UIntArray
from ._where import where

__all__ = ["Array", "Big", "ExactSum", "Field", "FieldArray", "FieldFunction", "FieldFunctions", "Int", "IntArray", "Pool", "PoolFraction",
           "PoolInt", "UInt", "UIntArray", "__version__", "concatenate", "crt", "exact_dot", "exact_sum", "generate", "header_for_cupy", "mean",
           "norm2", "stack", "variance", "where"]
