return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[ - value_of(grids[at / group], codes[at])) / u[j];]],
     [[ - value_of(grids[at / group], codes[at]));]]},
  },
  fails = "correct", message = "its code is",
  why = "does not divide the error by the diagonal",
}
