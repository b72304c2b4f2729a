return mutant {
  base = "reference", file = "router.c",
  replace = {
    {"(x == y && a > b)",
     "(x == y && a < b)"},
  },
  fails = "correct", message = "expert",
  why = "of equal scores the later token is kept",
}
