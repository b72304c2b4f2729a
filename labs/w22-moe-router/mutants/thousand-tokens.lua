return mutant {
  base = "reference", file = "router.c",
  replace = {
    {"int n = cap < T ? cap : T, nobody = T;",
     [=[int n = cap < T ? cap : T, nobody = T;
    T = T < 1024 ? T : 1024;]=]},
  },
  fails = "correct", message = "very-many",
  why = "only the first 1,024 tokens are looked at",
}
