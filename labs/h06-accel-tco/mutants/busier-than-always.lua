return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[s->util > 0 && s->util <= 1]==],
     [==[s->util > 0]==]},
  },
  fails = "correct",
  why = [[a utilisation above 1 is a mistake of whoever measured it]],
}
