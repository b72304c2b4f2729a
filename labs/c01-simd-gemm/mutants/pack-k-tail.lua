return mutant {
  base = "reference", file = "sgemm.c",
  replace = {
    {[[
    for (; p < k; p++, out += mr)
        for (int x = 0; x < 4; x++)
            out[x] = a[x * lda + p];
]], ""},
  },
  fails = "correct", message = "mismatch",
  why = "packing goes four steps of k at a time and forgets the last k % 4",
}
