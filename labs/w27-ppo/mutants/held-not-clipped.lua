return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"sum->clipped += ratio != limited;",
     "sum->clipped += !free;"},
  },
  fails = "correct", message = "share of clipped",
  why = "only places whose gradient is held back are counted as clipped",
}
