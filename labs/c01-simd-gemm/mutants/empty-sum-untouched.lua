return mutant {
  base = "reference", file = "sgemm.c",
  replace = {
    {"        zero(M, N, C); /* an empty sum is 0 */\n", ""},
  },
  fails = "correct", message = "empty-sum",
  why = "with K = 0 no block is ever stored, and C keeps what it held",
}
