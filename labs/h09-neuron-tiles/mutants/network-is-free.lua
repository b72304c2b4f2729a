return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"most(done[i], ready[j - 1])",
     "ready[j - 1]"},
  },
  fails = "correct", message = "nt_scale",
  why = "a bucket starts when it is ready, whatever is on its way",
}
