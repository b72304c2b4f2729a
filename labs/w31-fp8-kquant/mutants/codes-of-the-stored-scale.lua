return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[float d = extreme(QK, x) / -8, id = d != 0 ? 1 / d : 0;]==],
     [==[float d = half_value(half_code(extreme(QK, x) / -8)), id = d != 0 ? 1 / d : 0;]==]},
  },
  fails = "correct", message = "mismatch: block",
  why = "Q4_0 divides by the scale that fp16 has, where the format divides by the float",
}
