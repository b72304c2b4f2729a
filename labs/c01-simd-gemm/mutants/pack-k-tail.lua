return mutant {
  base = "reference", file = "sgemm.c",
  replace = {
    {"    for (; p < k; p++, out += mr)\n        for (int x = 0; x < 4; x++)\n            out[x] = a[x * lda + p];\n",
     ""},
  },
  fails = "correct", message = "mismatch",
  why = "packing goes four steps of k at a time and forgets the last k % 4",
}
