return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[                s += H[i * k + j] * (]],
     [[                s += (i == j) * H[i * k + j] * (]]},
  },
  fails = "correct", message = "mismatch: loss",
  why = "counts each weight's loss by itself",
}
