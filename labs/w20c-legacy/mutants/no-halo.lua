return mutant {
  base = "reference", file = "legacy.cu",
  replace = {{[==[= first ? row[first - TAPS + t] : 0;]==],
              [==[= 0;]==]}},
  fails = "correct", message = "conv1d(",
  why = "a block begins as if nothing stood before it",
}
