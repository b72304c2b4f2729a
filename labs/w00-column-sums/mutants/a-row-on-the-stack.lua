return mutant {
  base = "reference", file = "sums.c", fails = "correct", message = "segmentation fault",
  why = "sums in an array of C elements on the stack, which a long row exhausts",
  replace = {{[=[    for (int64_t c = 0; c < C; c++)
        y[c] = 0;
    for (int64_t r = 0; r < R; r++)
        for (int64_t c = 0; c < C; c++)
            y[c] += x[r * C + c];
]=], [=[    float sum[C];
    for (int64_t c = 0; c < C; c++)
        sum[c] = 0;
    for (int64_t r = 0; r < R; r++)
        for (int64_t c = 0; c < C; c++)
            sum[c] += x[r * C + c];
    for (int64_t c = 0; c < C; c++)
        y[c] = sum[c];
]=]}},
}
