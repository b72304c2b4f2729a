return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[ / (double)m->layers / (double)tp;]=],
     [=[ / (double)m->layers;]=]},
  },
  fails = "correct", message = "room for",
  why = [[tp cuts the weights, too]],
}
