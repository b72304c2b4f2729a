return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[    for (int64_t h = 1; h < n; h *= 2)
        for (int64_t i = 0; i < n; i += 2 * h)
            for (int64_t j = i; j < i + h; j++) {
                float a = x[j], b = x[j + h];
                x[j] = a + b;
                x[j + h] = a - b;
            }]==],
     [==[    static float y[1 << 13];
    for (int64_t i = 0; i < n; i++) {
        y[i] = 0;
        for (int64_t j = 0; j < n; j++)
            y[i] += __builtin_parityll((unsigned long long)(i & j)) ? -x[j] : x[j];
    }
    memcpy(x, y, (size_t)n * sizeof *x);]==]},
  },
  fails = "profile", message = "c_loads",
  why = "the transform by its matrix: n numbers for each of n",
}
