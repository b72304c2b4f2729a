return mutant {
  base = "reference", file = "rmsnorm.c", fails = "profile", message = "c_loads",
  replace = {{[[            y[r * C + c] = w[c] * row[c] * scale;]], [[            y[r * C + c] = row[c] * scale;
        for (int64_t c = 0; c < C; c++)
            y[r * C + c] *= w[c];]]}},
  why = "weighs in a pass of its own: the outputs are loaded and stored again",
}
