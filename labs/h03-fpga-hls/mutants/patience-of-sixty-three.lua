return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[==[t - stat->last <= 128]==],
     [==[t - stat->last < 64]==]},
  },
  fails = "correct",
  why = "calls it a standstill in the cycle in which a pipeline of 64 steps writes",
}
