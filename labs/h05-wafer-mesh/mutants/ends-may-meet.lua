return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {[[
            while (free_from[g] > c)
                g++;]],
     [[
            while (free_from[g] > c + (send[k].to == c && send[k].from > c))
                g++;]]},
  },
  fails = "correct", message = "both use the router",
  why = "two sends may end in one router with one color",
}
