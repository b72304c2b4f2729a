return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[!(a->mem > 0 && a->peak > 0 && a->bw > 0)]==],
     [==[a->mem <= 0 || a->peak <= 0 || a->bw <= 0]==]},
  },
  fails = "correct",
  why = [[a comparison with NAN is false, and a rate that nobody published passes]],
}
