return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[r[F_LANES] <= 16 && a.part[U_ISSUE] >= LOW]==],
              [==[r[F_LANES] <= 16]==]}},
  fails = "correct", message = "name_bound(",
  why = "few lanes bind even where issue slots are free",
}
