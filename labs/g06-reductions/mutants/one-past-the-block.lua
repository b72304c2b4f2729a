return mutant {
  base = "reference", file = "reduce.cu", backend = "simt",
  replace = {{"if (t % (2 * d) == 0 && t + d < T)", "if (t % (2 * d) == 0)"}},
  fails = "correct", message = "part[0] is nan",
  why = "with 96 or 100 threads a step reaches past the last element: the tree knows powers of two only",
}
