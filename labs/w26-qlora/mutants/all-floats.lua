return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {[=[    for (int o = 0; o < out; o++)
        y[o] = row_times(W, (int64_t)o * (in / NF4_BLOCK), in, xs);]=],
     [=[    float *all = take(sizeof *all * (size_t)out * (size_t)in);
    nf4_decode(W, 0, (int64_t)out * in, all);
    for (int o = 0; o < out; o++) {
        double sum = 0;
        for (int i = 0; i < in; i++)
            sum += (double)all[(size_t)o * (size_t)in + (size_t)i] * x[i];
        y[o] = (float)sum;
    }
    give(all);]=]},
  },
  fails = "profile", message = "l1_miss",
  why = "the whole matrix becomes floats before it is multiplied",
}
