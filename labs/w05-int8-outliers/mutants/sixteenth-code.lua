return mutant {
  base = "reference", file = "quant.c",
  replace = {
    {[==[clamp((int)rintf(w[i] / d) + zero[b], 0, Q4_MAX) << 4]==],
     [==[((int)rintf(w[i] / d) + zero[b]) << 4]==]},
  },
  fails = "correct", message = "mismatch: row",
  why = "both ends round away from zero, and the largest code becomes 16",
}
