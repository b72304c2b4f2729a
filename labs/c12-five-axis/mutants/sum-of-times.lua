return mutant {
  base = "reference", file = "fiveaxis.c",
  replace = {
    {[[p.step = fmax(p.step, p.time[k]);]],
     [[p.step += p.time[k];]]},
  },
  fails = "correct", message = "step",
  why = "tiers work side by side: the longest counts, not the sum",
}
