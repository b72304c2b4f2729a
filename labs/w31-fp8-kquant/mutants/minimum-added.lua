return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[x[j * SUB + l] = scale * (float)(q[l] >> shift & 15) - least;]==],
     [==[x[j * SUB + l] = scale * (float)(q[l] >> shift & 15) + least;]==]},
  },
  fails = "correct", message = "mismatch: block",
  why = "the minimum is added",
}
