"""The lowest layer: verbs, records, random numbers, hashing, atomic sums, and how Numba compiles them."""

from yomi.kernel.sharing import take_turns
from yomi.kernel.thrift import spare_large_inner_kernels

spare_large_inner_kernels()
take_turns()
