return mutant {
  base = "reference", file = "quant.c",
  replace = {
    {[==[            float xs, dot = group_dot(q + c / 2, x + c, k - c < g ? k - c : g, &xs);
            sum += half_value(*scale) * (dot - *zero * xs);
        }
        y[j] = sum;]==],
     [==[            for (int i = c; i < k && i < c + g; i++)
                row[i] = half_value(*scale) * (float)((q[i / 2] >> 4 * (i % 2) & 15) - *zero);
        }
        for (int c = 0; c < k; c++)
            sum += row[c] * x[c];
        y[j] = sum;]==]},
    {[==[    for (int j = 0; j < n; j++, q += q4_bytes(k)) {
        float sum = 0;]==],
     [==[    static float row[1 << 16];
    for (int j = 0; j < n; j++, q += q4_bytes(k)) {
        float sum = 0;]==]},
  },
  fails = "profile", message = "llc_miss",
  why = "each row is unpacked into an array of floats first: eight times its bytes, written and read again",
}
