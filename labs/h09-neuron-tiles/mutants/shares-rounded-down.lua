return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"up(up(b, chips), net_rate)",
     "up(b / chips, net_rate)"},
  },
  fails = "correct", message = "nt_scale",
  why = "a share that is no whole number of bytes is sent short",
}
