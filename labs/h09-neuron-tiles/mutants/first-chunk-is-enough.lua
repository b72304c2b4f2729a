return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"most(done[i], ready[j - 1])",
     "most(done[i], ready[i])"},
  },
  fails = "correct", message = "nt_scale",
  why = "a bucket starts when its first chunk is ready",
}
