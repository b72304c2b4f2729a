return mutant {
  base = "reference", file = "fiveaxis.c",
  replace = {
    {[[p.time[0] = p.flops / (h->peak / h->sparsity);]],
     [[p.time[0] = p.flops / h->peak;]]},
  },
  fails = "correct", message = "time[0], arithmetic",
  why = "the data sheet prints twice what a dense product can reach",
}
