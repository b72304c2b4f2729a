return mutant {
  base = "reference", file = "txmath.c",
  replace = {
    {"4.0 * c.L * c.H * c.hd; /* 2*hd for the score",
     "2.0 * c.L * c.H * c.hd; /* 2*hd for the score"},
  },
  fails = "correct", message = "mismatch",
  why = "scores and values are two products",
}
