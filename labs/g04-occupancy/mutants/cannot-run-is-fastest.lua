return mutant {
  base = "reference", file = "occupancy.cu",
  replace = {{[[if (c >= 0 && (best < 0 || c < fewest))]],
              [[if (best < 0 || c < fewest)]]}},
  fails = "correct", message = "best",
  why = "-1 cycles are fewer than any others",
}
