return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[isnan(a.move) && isnan(a.compute) ? B_UNKNOWN : B_LATENCY]==],
              [==[B_LATENCY]==]}},
  fails = "correct", message = "empty",
  why = "nothing was measured, and it is called latency",
}
