return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[float by = __shfl_sync(ALL, weight, j);]==],
              [==[float by = __shfl_sync(ALL, weight, 0);]==]}},
  fails = "correct", message = "unpermute",
  why = "all answers of a token get the weight of its first choice",
}
