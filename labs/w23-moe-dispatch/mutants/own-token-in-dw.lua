return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[            dw[k] += p->out[p->at[k] * d + i] * dy[k / p->m.k * d + i];]],
     [[            dw[k] += p->out[p->at[k] * d + i] * dy[k / p->m.k * d + i] * w[k];]]},
  },
  fails = "correct", message = "mismatch: dw",
  why = "multiplies the gradient of a weight by the weight",
}
