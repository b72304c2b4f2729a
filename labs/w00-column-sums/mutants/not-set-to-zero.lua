return mutant {
  base = "reference", file = "sums.c", fails = "correct", message = "mismatch",
  why = "adds to what y held before",
  replace = {{[=[    for (int64_t c = 0; c < C; c++)
        y[c] = 0;
]=], [=[]=]}},
}
