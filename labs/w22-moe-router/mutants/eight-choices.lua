return mutant {
  base = "reference", file = "router.c",
  replace = {
    {"int have = 0;",
     [=[int have = 0;
    k = k < 8 ? k : 8;]=]},
  },
  fails = "correct", message = "most-choices",
  why = "a list of eight: nobody takes more",
}
