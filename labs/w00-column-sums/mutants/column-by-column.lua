return mutant {
  base = "reference", file = "sums.c", fails = "profile", message = "l1_miss",
  why = "down the columns: a line comes in for each float of it",
  replace = {{[=[    for (int64_t r = 0; r < R; r++)
        for (int64_t c = 0; c < C; c++)
            y[c]]=], [=[    for (int64_t c = 0; c < C; c++)
        for (int64_t r = 0; r < R; r++)
            y[c]]=]}},
}
