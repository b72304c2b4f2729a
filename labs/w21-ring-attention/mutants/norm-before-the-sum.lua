return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[            row[k] += out[k];
            sum += row[k] * row[k];]],
     [[            sum += out[k] * out[k];
            row[k] += out[k];]]},
  },
  fails = "correct", message = "mismatch: y",
  why = "norms what the sum gave, and adds the residual afterwards",
}
