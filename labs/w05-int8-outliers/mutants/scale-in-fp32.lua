return mutant {
  base = "reference", file = "quant.c",
  replace = {
    {[==[float d = half_value(scale[b]);]==],
     [==[float d = (hi - lo) / Q4_MAX;]==]},
  },
  fails = "correct", message = "mismatch: row",
  why = "codes belong to a scale that is not the one stored",
}
