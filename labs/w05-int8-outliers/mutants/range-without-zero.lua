return mutant {
  base = "reference", file = "quant.c",
  replace = {
    {[==[float lo = 0, hi = 0;]==],
     [==[float lo = INFINITY, hi = -INFINITY;]==]},
  },
  fails = "correct", message = "mismatch: row",
  why = "a group of one sign gets a zero point outside of its codes",
}
