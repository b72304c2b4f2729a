return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"2 * (chips - 1) * (net_ns",
     "(chips - 1) * (net_ns"},
  },
  fails = "correct", message = "nt_scale",
  why = "forgets that the sums have to come back: half of the steps",
}
