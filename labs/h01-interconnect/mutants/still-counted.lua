return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"-= share, open[flow[i].resource[u]]--;",
     "-= share, open[flow[i].resource[u]] -= flow[i].resource[u] == tight;"},
  },
  fails = "correct",
  why = "counts flows that have their rate among those that rise",
}
