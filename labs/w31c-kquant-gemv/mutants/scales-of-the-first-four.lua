return mutant {
  base = "reference", file = "gemv.cu",
  replace = {
    {[==[bool late = lane & 4;]==],
     [==[bool late = false;]==]},
  },
  fails = "correct",
  why = "sub-blocks 4 to 7 take scales and minima of 0 to 3",
}
