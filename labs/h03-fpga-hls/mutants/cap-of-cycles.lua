return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[==[t - stat->last <= 128]==],
     [==[t - stat->last <= 128 && t < 100000]==]},
  },
  fails = "correct",
  why = "stops after as many cycles as it thinks enough",
}
