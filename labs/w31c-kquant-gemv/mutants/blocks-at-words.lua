return mutant {
  base = "reference", file = "gemv.cu",
  replace = {
    {[==[int odd = at & 2;]==],
     [==[int odd = at & 0;]==]},
  },
  fails = "correct",
  why = "every block is taken to begin at a multiple of four bytes",
}
