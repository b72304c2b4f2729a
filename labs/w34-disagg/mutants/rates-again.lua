return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[lesser((double)n * pre[a].rate,]=],
     [=[lesser((double)n * prefill_rate(j, pre[a].tp, pre[a].pp),]=]},
  },
  fails = "profile",
  why = [[an instance is rated anew for each pool that it meets]],
}
