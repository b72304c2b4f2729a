return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[(double)(tp * pp) * j->c.far.beta]=],
     [=[j->c.far.beta]=]},
  },
  fails = "correct",
  why = [[each of tp times pp GPUs has a wire]],
}
