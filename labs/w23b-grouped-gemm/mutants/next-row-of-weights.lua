return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[if (c < ff && k < d)]==],
              [==[if (c < ff && (k < d || c + 1 < ff))]==]}},
  fails = "correct", message = "grouped_gemm",
  why = "beyond d only the rows are made 0, and of W the next row is read: 0 times its infinity",
}
