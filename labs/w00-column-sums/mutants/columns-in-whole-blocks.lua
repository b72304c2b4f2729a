return mutant {
  base = "reference", file = "sums.c", fails = "correct", message = "mismatch",
  why = "goes by blocks of 512 columns and forgets the part of a block that is left",
  replace = {{[=[    for (int64_t c = 0; c < C; c++)
        y[c] = 0;
    for (int64_t r = 0; r < R; r++)
        for (int64_t c = 0; c < C; c++)
            y[c] += x[r * C + c];
]=], [=[    for (int64_t c = 0; c < C; c++)
        y[c] = 0;
    for (int64_t r = 0; r < R; r++)
        for (int64_t c = 0; c < (C < 512 ? C : C / 512 * 512); c++)
            y[c] += x[r * C + c];
]=]}},
}
