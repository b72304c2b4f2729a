return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[a.part[U_SHARED] >= LOW]==],
              [==[a.part[U_SHARED] > LOW]==]}},
  fails = "correct", message = "thresholds",
  why = "shared memory at LOW itself is used enough",
}
