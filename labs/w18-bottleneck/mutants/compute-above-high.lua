return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[a.compute >= HIGH]==],
              [==[a.compute > HIGH]==]}},
  fails = "correct", message = "thresholds",
  why = "compute at HIGH itself is high",
}
