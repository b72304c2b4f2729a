return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[n * (a->mem - a->reserve)]==],
     [==[n * a->mem]==]},
  },
  fails = "correct",
  why = [[runtime and activations want memory, too]],
}
