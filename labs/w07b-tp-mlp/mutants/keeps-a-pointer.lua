return mutant {
  base = "reference", file = "tp.c",
  replace = {
    {"        .W2 = rows(whole->W2, h, first, ff), .b2 = rows(whole->b2, 1, 0, h),",
     "        .W2 = rows(whole->W2, h, first, ff), .b2 = whole->b2,"},
  },
  fails = "correct", message = "mismatch: Y",
  why = "W2's rows are contiguous, so it keeps a pointer into weights that are gone after the load",
}
