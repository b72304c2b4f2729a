return mutant {
  base = "reference", file = "gemv.cu",
  replace = {
    {[==[for (int row = mine.first; row < p.N; row += mine.by, turn++)]==],
     [==[for (int row = mine.first; row < p.N && row < mine.by; row += mine.by, turn++)]==]},
  },
  fails = "correct",
  why = "rows of warps beyond the first turn are never reached",
}
