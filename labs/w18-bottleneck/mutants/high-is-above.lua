return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[a.move >= HIGH]==],
              [==[a.move > HIGH]==]}},
  fails = "correct", message = "thresholds",
  why = "memory at HIGH itself is high",
}
