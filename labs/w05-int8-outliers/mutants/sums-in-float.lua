return mutant {
  base = "reference", file = "quant.c",
  replace = {
    {[==[            int32_t sum = 0;]==],
     [==[            float sum = 0;]==]},
    {[==[sum += a[c] * b[c];]==],
     [==[sum += (float)(a[c] * b[c]);]==]},
  },
  fails = "correct",
  why = "a float forgets units above 2^24",
}
