return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[    for (int k = 0; k <= s->nbucket; k++) {
        all += s->count[c][k];
]=],
     [=[    for (int k = s->nbucket; k >= 0; k--) {
        all = 0;
        for (int j = 0; j <= k; j++)
            all += s->count[c][j];
]=]},
    {[=[    seconds(x, s->sum[c]);
]=],
     [=[    all = 0;
    for (int k = 0; k <= s->nbucket; k++)
        all += s->count[c][k];
    seconds(x, s->sum[c]);
]=]},
  },
  fails = "correct", message = "do not rise",
  why = [[the bucket of all first: the format wants them in the order of their bounds]],
}
