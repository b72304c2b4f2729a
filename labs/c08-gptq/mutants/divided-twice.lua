return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[ - value_of(grids[at / group], codes[at])) / u[j];]],
     [[ - value_of(grids[at / group], codes[at])) / (u[j] * u[j]);]]},
  },
  fails = "correct", message = "its code is",
  why = "divides by the square of the diagonal, as H^-1's own row would need",
}
