return mutant {
  base = "reference", file = "epilogue.cu",
  replace = {{[==[operator()(float2 sum, int, int col) const
    {
        float2 b = widened(bias + col);]==],
              [==[operator()(float2 sum, int row, int col) const
    {
        float2 b = widened(bias + (row < col ? row / 2 * 2 : col));]==]}},
  fails = "correct", message = "mismatch",
  why = "the bias is taken by row",
}
