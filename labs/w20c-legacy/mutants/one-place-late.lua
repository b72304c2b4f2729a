return mutant {
  base = "reference", file = "legacy.cu",
  replace = {{[==[seen[TAPS + j - k]]==],
              [==[seen[TAPS - 1 + j - k]]==]},
             {[==[k < TAPS; k++]==],
              [==[k < TAPS - (j == 0); k++]==]}},
  fails = "correct", message = "conv1d(",
  why = "the filter begins one place back",
}
