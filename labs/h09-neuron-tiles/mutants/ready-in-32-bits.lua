return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {[[            int64_t t = most(done[i], ready[j - 1])]],
     [[            int64_t t = most(done[i], (int)ready[j - 1])]]},
  },
  fails = "correct", message = "nt_scale",
  why = "keeps what is ready in 32 bits",
}
