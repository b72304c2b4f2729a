return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[__popc(same & ((1u << lane) - 1))]==],
              [==[__popc(same & ~((2u << lane) - 1))]==]}},
  fails = "correct", message = "sort_choices",
  why = "of equal choices the last comes first",
}
