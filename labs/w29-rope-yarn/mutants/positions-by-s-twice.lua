return mutant {
  base = "reference", file = "rope.c",
  replace = {
    {[==[            t /= s;]==],
     [==[            t /= s * s;]==]},
  },
  fails = "correct", message = "PI, pair",
  why = "frequencies are divided as if positions were not divided by the same s already",
}
