return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"left[flow[i].resource[u]] -= share, open[flow[i].resource[u]]--;",
     "(void)share;"},
  },
  fails = "correct",
  why = "gives each flow the least of its links' equal shares, and leaves over what it cannot use",
}
