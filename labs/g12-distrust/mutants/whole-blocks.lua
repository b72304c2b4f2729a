return mutant {
  base = "reference", file = "review.c",
  replace = {
    {"threads <= 256; threads += threads < 128 ? 32 : 128)",
     "threads <= 256; threads *= 2)"},
    {"sizes[] = { 0, 1, 4 * threads - 1, 4 * threads, 4 * threads + 1, 8 * threads, 9 * threads + 5 };",
     "sizes[] = { 4 * threads, 8 * threads };"},
  },
  fails = "profile", message = "block-sum",
  why = "sizes are multiples of a block, and threads a power of two",
}
