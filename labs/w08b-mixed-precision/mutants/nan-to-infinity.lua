return mutant {
  base = "reference", file = "mixed.c",
  replace = {
    {[==[return nan ? u >> 16 | 0x40 : up;]==],
     [==[(void)nan;
    return up;]==]},
  },
  fails = "correct", message = "in bf16",
  why = "a NaN whose payload lies in the lower half becomes an infinity, or is carried into a zero",
}
