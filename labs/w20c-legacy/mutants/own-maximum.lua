return mutant {
  base = "reference", file = "legacy.cu",
  replace = {{[==[    top = warp_max(top);
]==],
              [==[]==]}},
  fails = "correct", message = "softmax_rows(",
  why = "each lane subtracts its own maximum: sums in different units, and NaN in a lane without a column",
}
