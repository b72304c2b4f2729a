return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[*usd = b->fit.n * bill.used]==],
     [==[*usd = bill.used]==]},
  },
  fails = "correct",
  why = [[a copy of the model runs on n accelerators]],
}
