return mutant {
  base = "reference", file = "ddp.c",
  replace = {
    {"        memcpy(at, d->grad[p], (size_t)d->count[p] * sizeof *at);",
     "        for (int64_t k = 0; k < d->count[p]; k++)\n            at[k] = d->grad[p][k] / P;"},
  },
  fails = "correct", message = "mismatch: mean",
  why = "averages before the sum and after it",
}
