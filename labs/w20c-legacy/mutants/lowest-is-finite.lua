return mutant {
  base = "reference", file = "legacy.cu",
  replace = {{[==[: -INFINITY;
        top]==],
              [==[: 0;
        top]==]}},
  fails = "correct", message = "softmax_rows(",
  why = "what a lane has beyond the row is 0, which counts in the sum",
}
