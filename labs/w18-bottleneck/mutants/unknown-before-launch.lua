return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[    if (r[F_GAP_US] >= r[F_US])
        return B_LAUNCH;]==],
              [==[    if (isnan(a.move) && isnan(a.compute))
        return B_UNKNOWN;
    if (r[F_GAP_US] >= r[F_US])
        return B_LAUNCH;]==]}},
  fails = "correct", message = "empty",
  why = "no unit was counted, and nobody looks at the gap, which was",
}
