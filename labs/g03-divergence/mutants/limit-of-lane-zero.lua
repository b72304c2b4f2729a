return mutant {
  base = "reference", file = "lanes.cu",
  replace = {{"float bar = __shfl_sync(ALL, mine, k);", "float bar = __shfl_sync(ALL, mine, 0);"}},
  fails = "correct", message = "expected",
  why = "all 32 rows are searched with the first row's limit",
}
