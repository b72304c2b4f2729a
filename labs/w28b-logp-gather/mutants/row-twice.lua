return mutant {
  base = "reference", file = "logp.cu",
  replace = {{[==[    Sums s = {-INFINITY, 0};
    int n = V / VEC, k = threadIdx.x;]==],
               [==[    Sums s = {-INFINITY, 0};
    int n = V / VEC, k = threadIdx.x;
    for (int j = k; j < n; j += THREADS) {
        float e[VEC];
        uint4 raw = x[j];
        eight(raw, e);
        for (int i = 0; i < VEC; i++)
            s.top = fmaxf(s.top, e[i]);
    }]==]}},
  fails = "profile", message = "g_ld_sec", backend = "simt",
  why = "right, and each row is walked once for its largest logit beforehand",
}
