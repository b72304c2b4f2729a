return mutant {
  base = "reference", file = "gemv.cu",
  replace = {
    {[==[for (int row = first; row < p.N; row += by)]==],
     [==[for (int row = first; row < p.N && row < by; row += by)]==]},
  },
  fails = "correct",
  why = "rows of warps beyond the first turn are never reached",
}
