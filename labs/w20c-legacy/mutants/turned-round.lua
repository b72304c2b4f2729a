return mutant {
  base = "reference", file = "legacy.cu",
  replace = {{[==[seen[TAPS + j - k]]==],
              [==[seen[1 + j + k]]==]}},
  fails = "correct", message = "conv1d(",
  why = "weight 0 meets the oldest place: a correlation",
}
