return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[ceil(peak / b->fit.tok_s)]==],
     [==[ceil(mean / b->fit.tok_s)]==]},
  },
  fails = "correct",
  why = [[a fleet for the average keeps half of the day waiting]],
}
