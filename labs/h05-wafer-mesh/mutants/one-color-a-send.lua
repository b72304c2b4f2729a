return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {[[
            while (free_from[g] > c)
                g++;]],
     [[
            while (free_from[g])
                g++;]]},
  },
  fails = "correct", message = "colors, expected",
  why = "gives each send a color of its own",
}
