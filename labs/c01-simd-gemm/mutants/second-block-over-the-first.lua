return mutant {
  base = "reference", file = "sgemm.c",
  replace = {
    {"C + ic * ldc + jc, ldc, pc > 0", "C + ic * ldc, ldc, pc > 0"},
  },
  fails = "correct", message = "sgemm_packed",
  why = "the second block of columns is stored over the first",
}
