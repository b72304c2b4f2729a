return mutant {
  base = "reference", file = "sums.c", fails = "correct", message = "mismatch",
  why = "begins with the first row, though there may be none",
  replace = {{[=[y[c] = 0;
    for (int64_t r = 0;]=], [=[y[c] = x[c];
    for (int64_t r = 1;]=]}},
}
