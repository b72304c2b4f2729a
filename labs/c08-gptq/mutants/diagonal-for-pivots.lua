return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[!(s > 0))]],
     [[!(H[j * k + j] > 0))]]},
  },
  fails = "correct", message = "case positive-diagonal",
  why = "looks at the diagonal of H in place of the pivots",
}
