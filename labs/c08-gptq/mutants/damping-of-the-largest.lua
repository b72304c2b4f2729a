return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[        mean += H[j * k + j] / (double)k;]],
     [[        mean = fmax(mean, H[j * k + j]);]]},
  },
  fails = "correct", message = "mismatch: H",
  why = "damps by the largest element of the diagonal and not by their mean",
}
