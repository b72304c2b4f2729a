return mutant {
  base = "reference", file = "gemv.cu",
  replace = {
    {[==[inverse = scale != 0 ? 1 / scale : 0;]==],
     [==[inverse = most != 0 ? 127 / most : 0;]==]},
  },
  fails = "correct",
  why = "127 over the largest magnitude is not always 1 over the scale",
}
