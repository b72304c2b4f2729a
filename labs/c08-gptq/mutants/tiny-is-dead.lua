return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[if (H[j * k + j] == 0) {]],
     [[if (H[j * k + j] < 1e-30) {]]},
  },
  fails = "correct", message = "case hardly-on",
  why = "takes an input that was hardly on for one that never was",
}
