return mutant {
  base = "reference", file = "sums.c", fails = "correct", message = "segmentation fault",
  why = "room for the columns of the timed matrix, and for no more",
  replace = {{[=[    for (int64_t c = 0; c < C; c++)
        y[c] = 0;
    for (int64_t r = 0; r < R; r++)
        for (int64_t c = 0; c < C; c++)
            y[c] += x[r * C + c];
]=], [=[    static float sum[4096];
    for (int64_t c = 0; c < C; c++)
        sum[c] = 0;
    for (int64_t r = 0; r < R; r++)
        for (int64_t c = 0; c < C; c++)
            sum[c] += x[r * C + c];
    for (int64_t c = 0; c < C; c++)
        y[c] = sum[c];
]=]}},
}
