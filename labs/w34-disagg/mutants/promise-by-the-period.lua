return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[return latency <= j->tpot;]=],
     [=[return *period <= j->tpot;]=]},
  },
  fails = "correct",
  why = [[the next token waits for the whole pass, through all stages]],
}
