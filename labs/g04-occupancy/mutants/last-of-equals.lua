return mutant {
  base = "reference", file = "occupancy.cu",
  replace = {{[[c < fewest))]],
              [[c <= fewest))]]}},
  fails = "correct", message = "best",
  why = "of variants that are equally fast the last one is taken",
}
