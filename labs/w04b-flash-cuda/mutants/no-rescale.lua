return mutant {
  base = "reference", file = "flash.cu",
  replace = {{"            o[x].x[e] *= alpha[e];", "            o[x].x[e] *= 1;"}},
  fails = "correct", message = "mismatch: O",
  why = "l is rescaled when the maximum grows, O is not: right for one tile of keys",
}
