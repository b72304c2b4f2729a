return mutant {
  base = "reference", file = "router.c",
  replace = {
    {"enum { TOKENS = 64, SLICE",
     "enum { TOKENS = 1, SLICE"},
  },
  fails = "profile", message = "l1_miss of gate",
  why = "one token at a time walks through the whole of Wg",
}
