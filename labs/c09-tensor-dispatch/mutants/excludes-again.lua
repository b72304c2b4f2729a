return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[    unsigned left = set & ~d->mask]],
     [[    unsigned left = set & ~d->excluded & ~d->mask]]},
  },
  fails = "correct",
  why = "redispatch looks at the excluded keys, though its set has been made",
}
