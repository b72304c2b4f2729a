return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[here.util = f.util = f.util < 1 ? f.util : 1;]==],
     [==[here.util = s->util;]==]},
  },
  fails = "correct",
  why = [[the utilisation of a fleet comes from its load, not from a plan]],
}
