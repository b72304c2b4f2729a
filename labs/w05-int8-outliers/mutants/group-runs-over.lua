return mutant {
  base = "reference", file = "quant.c",
  replace = {
    {[==[for (int i = b * g; i < n && i < (b + 1) * g; i++) {]==],
     [==[for (int i = b * g; i < (b + 1) * g; i++) {]==]},
  },
  fails = "correct", message = "mismatch: row",
  why = "the short last group is read as if it were whole",
}
