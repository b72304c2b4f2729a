return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"(float)((a[i] - mean) * scale) : 0;",
     "(float)((a[i] - mean) * scale) : a[i];"},
  },
  fails = "correct", message = "a pad",
  why = "whitening leaves at pads what was there",
}
