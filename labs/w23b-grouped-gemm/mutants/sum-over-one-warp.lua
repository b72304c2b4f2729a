return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[sum += __shfl_sync(ALL, end, 31);]==],
              [==[sum = __shfl_sync(ALL, end, 31);]==]}},
  fails = "correct", message = "sort_choices",
  why = "the sum over experts carries only the 32 before",
}
