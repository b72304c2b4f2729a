return mutant {
  base = "reference", file = "legacy.cu",
  replace = {{[==[b = scale * k[from + i + half];]==],
              [==[b = k[from + i + half];]==]}},
  fails = "correct", message = "append_kv(",
  why = "the second element of each pair is not scaled",
}
