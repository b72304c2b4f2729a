return mutant {
  base = "reference", file = "ilp.cu",
  replace = {{[[    for (long long q = t; 4 * q < n; q += T)
        store(y, q, n, horner(quad(x, q, n)));]],
              [[    for (long long i = t; i < n; i += 4 * T) {
        float4 v = make_float4(x[i], i + T < n ? x[i + T] : 0, i + 2 * T < n ? x[i + 2 * T] : 0,
                               i + 3 * T < n ? x[i + 3 * T] : 0);
        float4 p = horner(v);
        y[i] = p.x;
        if (i + T < n)
            y[i + T] = p.y;
        if (i + 2 * T < n)
            y[i + 2 * T] = p.z;
        if (i + 3 * T < n)
            y[i + 3 * T] = p.w;
    }]]}},
  fails = "profile", message = "g_ld_spr",
  why = "four chains of elements T apart: each of them is a request of its own",
}
