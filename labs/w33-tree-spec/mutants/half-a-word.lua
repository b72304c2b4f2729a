return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[(uint64_t)1 << i;]==],
     [==[(uint64_t)(1u << (i & 31));]==]},
  },
  fails = "correct", message = "mismatch: mask",
  why = "a tree of 64 nodes needs all 64 bits of a word",
}
