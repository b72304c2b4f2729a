return mutant {
  base = "reference", file = "router.c",
  replace = {
    {"2 * beta * z));",
     "beta * z));"},
  },
  fails = "correct", message = "gradient",
  why = "the gradient of z squared without its 2",
}
