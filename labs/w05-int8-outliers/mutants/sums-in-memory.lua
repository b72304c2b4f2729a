return mutant {
  base = "reference", file = "quant.c",
  replace = {
    {[==[            float xs, dot = group_dot(q + c / 2, x + c, k - c < g ? k - c : g, &xs);
            sum += half_value(*scale) * (dot - *zero * xs);
        }
        y[j] = sum;]==],
     [==[            for (int i = c; i < k && i < c + g; i++)
                y[j] += half_value(*scale) * (float)((q[i / 2] >> 4 * (i % 2) & 15) - *zero) * x[i];
        }]==]},
    {[==[        float sum = 0;
        for (int c = 0; c < k; c += g, scale++, zero++) {]==],
     [==[        y[j] = 0;
        for (int c = 0; c < k; c += g, scale++, zero++) {]==]},
  },
  fails = "profile", message = "c_stores",
  why = "the result is the sum, and since it might overlap x, the compiler stores it after every weight",
}
