return mutant {
  base = "reference", file = "fiveaxis.c",
  replace = {
    {[[expm1((T + r->ckpt) / M) / T]],
     [[(exp((T + r->ckpt) / M) - 1) / T]]},
  },
  fails = "correct", message = "loss",
  why = "exp(x) - 1 has lost its digits where x is small",
}
