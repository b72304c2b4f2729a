return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[(keys | d->included) & ~d->excluded]],
     [[(keys & ~d->excluded) | d->included]]},
  },
  fails = "correct",
  why = "a key that is included and excluded is called",
}
