return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[    d->included = g.included, d->excluded = g.excluded, d->grad = g.grad;]],
     [[    d->included = g.included, d->excluded = 0, d->grad = g.grad;]]},
  },
  fails = "correct",
  why = "the inner guard ends, and with it the outer one",
}
