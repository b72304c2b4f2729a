return mutant {
  base = "reference", file = "fp8.cu",
  replace = {{[[return there ? *(const uint4 *)(row + at) : make_uint4(0, 0, 0, 0);]],
              [[const uint32_t *from = (const uint32_t *)(row + at - 12 * (threadIdx.x % 4));
    return there ? make_uint4(from[0], from[4], from[8], from[12]) : make_uint4(0, 0, 0, 0);]]}},
  fails = "profile",
  why = "four lanes with four bytes each use half of a sector",
}
