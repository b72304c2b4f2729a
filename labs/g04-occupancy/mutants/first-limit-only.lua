return mutant {
  base = "reference", file = "occupancy.cu",
  replace = {{[[        *limits |= (unsigned)(by[r] == least) << r;]],
              [[        if (by[r] == least && !*limits)
            *limits = 1u << r;]]}},
  fails = "correct", message = "limits",
  why = "of resources that agree only the first is named",
}
