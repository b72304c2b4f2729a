return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[r[F_LANES] <= 16]==],
              [==[r[F_LANES] < 16]==]}},
  fails = "correct", message = "borders",
  why = "sixteen lanes count as together",
}
