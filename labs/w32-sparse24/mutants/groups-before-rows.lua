return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[int q = step * 8 + k / 2 * 4 + t, low = k % 2;]==],
              [==[int q = step * 8 + k % 2 * 4 + t, low = k / 2;]==]}},
  fails = "correct",
  why = "both groups of row g first: the second register is of row g + 8",
}
