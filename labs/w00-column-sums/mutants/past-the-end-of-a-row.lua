return mutant {
  base = "reference", file = "sums.c", fails = "sanitize", message = "heap-buffer-overflow",
  why = "eight columns at a time, also where fewer are left",
  replace = {{[=[    for (int64_t c = 0; c < C; c++)
        y[c] = 0;
    for (int64_t r = 0; r < R; r++)
        for (int64_t c = 0; c < C; c++)
            y[c] += x[r * C + c];
]=], [=[    for (int64_t c = 0; c < C; c++)
        y[c] = 0;
    for (int64_t r = 0; r < R; r++)
        for (int64_t c = 0; c < C; c += 8)
            for (int64_t k = c; k < c + 8; k++)
                y[k] += x[r * C + k];
]=]}},
}
