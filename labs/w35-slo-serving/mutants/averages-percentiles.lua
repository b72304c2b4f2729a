return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[    memcpy(all, v, (size_t)N * sizeof *all);
    qsort(all, (size_t)N, sizeof *all, by_value);
    rank = (N * per_million + 999999) / 1000000;
    found = all[rank > 1 ? rank - 1 : 0];
]=],
     [=[    int told = 0;
    for (int r = 0; r < replicas; v += n[r++])
        if (n[r]) {
            memcpy(all, v, (size_t)n[r] * sizeof *all);
            qsort(all, (size_t)n[r], sizeof *all, by_value);
            rank = ((int64_t)n[r] * per_million + 999999) / 1000000;
            found += all[rank > 1 ? rank - 1 : 0];
            told++;
        }
    found /= told ? told : 1;
]=]},
  },
  fails = "correct",
  why = [[the mean of what each replica reports: no percentile of anything]],
}
