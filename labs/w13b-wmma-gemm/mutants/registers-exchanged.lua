return mutant {
  base = "reference", file = "wmma.cu",
  replace = {{"two(a0 + k), two(a8 + k), two(a0 + k + 8), two(a8 + k + 8)",
              "two(a0 + k), two(a0 + k + 8), two(a8 + k), two(a8 + k + 8)"}},
  fails = "correct", message = "mma_bias",
  why = "a[1] and a[2] exchanged: the lower rows and the right half of k change places",
}
