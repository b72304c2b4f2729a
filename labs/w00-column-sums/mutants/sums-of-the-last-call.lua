return mutant {
  base = "reference", file = "sums.c", fails = "correct", message = "mismatch",
  why = "computes only when the shape is another than last time",
  replace = {{[=[    for (int64_t c = 0; c < C; c++)
        y[c] = 0;
    for (int64_t r = 0; r < R; r++)
        for (int64_t c = 0; c < C; c++)
            y[c] += x[r * C + c];
]=], [=[    static int64_t rows = -1, columns = -1;
    static float kept[1 << 22];
    if (R != rows || C != columns) {
        for (int64_t c = 0; c < C; c++)
            kept[c] = 0;
        for (int64_t r = 0; r < R; r++)
            for (int64_t c = 0; c < C; c++)
                kept[c] += x[r * C + c];
        rows = R;
        columns = C;
    }
    for (int64_t c = 0; c < C; c++)
        y[c] = kept[c];
]=]}},
}
