return mutant {
  base = "reference", file = "gemv.cu",
  replace = {
    {[==[inverse = scale != 0 ? 1 / scale : 0;]==],
     [==[inverse = most > 1e-8f ? 1 / scale : 0;]==]},
  },
  fails = "correct",
  why = "a block of small numbers is taken for one of zeros",
}
