return mutant {
  base = "reference", file = "sgemm.c",
  replace = {
    {"macro(t, m, n, k, pa, pb, C + ic * ldc + jc, ldc, pc > 0);",
     "macro(t, m, n, k, pa, pb, C + ic * ldc + jc, ldc, 0);"},
  },
  fails = "correct", message = "sgemm_packed",
  why = "every block of k overwrites the sums of the blocks before",
}
