return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[int e = i < n ? idx[i] : -1;]==],
              [==[int e = i < n ? max(idx[i], 0) : -1;]==]}},
  fails = "correct", message = "sort_choices",
  why = "a choice that was dropped is counted for expert 0",
}
