return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[a.part[U_ISSUE] >= LOW]==],
              [==[a.part[U_ISSUE] > LOW]==]}},
  fails = "correct", message = "thresholds",
  why = "issue slots at LOW itself are used enough",
}
