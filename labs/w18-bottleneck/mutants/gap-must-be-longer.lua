return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[r[F_GAP_US] >= r[F_US]]==],
              [==[r[F_GAP_US] > r[F_US]]==]}},
  fails = "correct", message = "borders",
  why = "a gap as long as the launch does not count as half of the time",
}
