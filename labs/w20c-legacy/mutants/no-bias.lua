return mutant {
  base = "reference", file = "legacy.cu",
  replace = {{[==[out[j] = bias;]==],
              [==[out[j] = 0 * bias;]==]}},
  fails = "correct", message = "conv1d(",
  why = "leaves out b",
}
