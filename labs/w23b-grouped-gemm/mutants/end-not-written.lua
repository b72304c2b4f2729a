return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[    if (e <= E)
        off[e]]==],
              [==[    if (e < E)
        off[e]]==]}},
  fails = "correct", message = "sort_choices",
  why = "off has no last entry: nobody knows where the last expert ends",
}
