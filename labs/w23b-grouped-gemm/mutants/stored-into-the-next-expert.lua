return mutant {
  base = "reference", file = "grouped.cu",
  replace = {
    {[==[        if (row + r < end && col + c < ff)]==],
     [==[        if (row + r < end / TILE * TILE + TILE && row + r < all && col + c < ff)]==]},
    {[==[int ff, int row, int end, int col)]==],
     [==[int ff, int row, int end, int col, int all)]==]},
    {[==[work.end, work.col + wc + i % 2 * FRAG);]==],
     [==[work.end, work.col + wc + i % 2 * FRAG, off[E]);]==]},
  },
  fails = "correct", message = "grouped_gemm",
  why = "a cut tile stores all of its 128 rows",
}
