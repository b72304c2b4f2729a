return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[    for (int64_t j = 0; j < k; j++) {
        if (H[j * k + j] == 0) {]],
     [[    for (int64_t j = 0; j < k; j++) {
        mean += H[j * k + j] / (double)k;
        if (H[j * k + j] == 0) {]]},
    {[[        mean += H[j * k + j] / (double)k;
    }]],
     [[    }]]},
  },
  fails = "correct", message = "mismatch: H",
  why = "takes the mean before inputs that were always 0 get their 1",
}
