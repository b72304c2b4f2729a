return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[rest = larger(flops, bytes);]==],
     [==[rest = flops;]==]},
  },
  fails = "correct",
  why = [[a ranking by peaks: a step that reads weights and cache waits for memory]],
}
