return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[    d->included = g.included, d->excluded]],
     [[    d->excluded]]},
  },
  fails = "correct", message = "put included, excluded and grad back",
  why = "puts back only the fields that its own guards change",
}
