return mutant {
  base = "reference", file = "fiveaxis.c",
  replace = {
    {[[p.bytes[t] / h->bw[t];]],
     [[p.bytes[t] / h->bw[T_HBM];]]},
  },
  fails = "correct", message = "time[2], T_HOST",
  why = "each tier has a rate of its own",
}
