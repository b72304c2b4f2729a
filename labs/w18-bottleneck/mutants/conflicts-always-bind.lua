return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[ && a.part[U_SHARED] >= LOW)]==],
              [==[)]==]}},
  fails = "correct", message = "borders",
  why = "conflicts bind even where shared memory is hardly used",
}
