return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[['a' + k / 26)]],
     [['a' + k / 26 - 1)]]},
  },
  fails = "correct", message = "line",
  why = "goes on with aa after z",
}
