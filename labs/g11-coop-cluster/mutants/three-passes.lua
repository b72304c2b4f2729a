return mutant {
  base = "reference", file = "together.cu", backend = "simt",
  replace = {{[[    pair p = { -INFINITY, 0 };
]],
              [[    pair p = { -INFINITY, 0 };
    for (long long i = t; i < n; i += T)
        p.most = fmaxf(p.most, x[i]);
]]}},
  fails = "profile", message = "g_ld_sec",
  why = "one pass for the largest, one for the sum, one for the results",
}
