return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[stay = (kept + block - 1) / block, moves = 0;]==],
     [==[stay = kept / block + (kept < block), moves = 0;]==]},
  },
  fails = "correct",
  why = "the number of blocks that stay is rounded down",
}
