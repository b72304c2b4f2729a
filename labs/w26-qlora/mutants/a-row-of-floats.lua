return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {[=[    for (int o = 0; o < out; o++)
        y[o] = row_times(W, (int64_t)o * (in / NF4_BLOCK), in, xs);]=],
     [=[    float *row = take(sizeof *row * (size_t)in);
    for (int o = 0; o < out; o++) {
        float sum[16] = { 0 };
        nf4_decode(W, (int64_t)o * in, in, row);
        for (int i = 0; i < in; i++)
            sum[i % 16] += row[i] * x[i];
        for (int i = 1; i < 16; i++)
            sum[0] += sum[i];
        y[o] = sum[0];
    }
    give(row);]=]},
  },
  fails = "profile",
  why = "a row becomes floats in memory before it is multiplied",
}
