return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[        if (fast > most) {]==],
     [==[        if (agrees > .999 && fast > most) {]==]},
  },
  fails = "correct", message = "layers",
  why = "the set that agrees most is the one with all layers, which gains nothing",
}
