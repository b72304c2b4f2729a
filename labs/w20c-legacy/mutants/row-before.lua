return mutant {
  base = "reference", file = "legacy.cu",
  replace = {{[==[= first ? row[first - TAPS + t] : 0;]==],
              [==[= first || c ? row[first - TAPS + t] : 0;]==]}},
  fails = "correct", message = "conv1d(",
  why = "looks back from the first place into the row before",
}
