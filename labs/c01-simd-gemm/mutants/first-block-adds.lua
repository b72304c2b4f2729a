return mutant {
  base = "reference", file = "sgemm.c",
  replace = {
    {"macro(t, m, n, k, pa, pb, C + ic * ldc + jc, ldc, pc > 0);",
     "macro(t, m, n, k, pa, pb, C + ic * ldc + jc, ldc, 1);"},
  },
  fails = "correct", message = "mismatch",
  why = "the first block of k is added to whatever C held",
}
