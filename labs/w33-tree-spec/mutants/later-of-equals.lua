return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[            if (a > agrees) {]==],
     [==[            if (a >= agrees && a >= 0) {]==]},
  },
  fails = "correct", message = "layers",
  why = "of equal layers the lower one is left out",
}
