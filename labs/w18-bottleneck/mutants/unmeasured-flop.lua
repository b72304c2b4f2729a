return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[plain = isnan(r[F_FLOP]) ? 0 : r[F_FLOP];]==],
              [==[plain = r[F_FLOP];]==]}},
  fails = "correct", message = "missing",
  why = "a FLOP count that was not measured makes the point NaN",
}
