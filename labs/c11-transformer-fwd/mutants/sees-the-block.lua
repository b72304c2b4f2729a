return mutant {
  base = "reference", file = "transformer.c",
  replace = {
    {[[attend(r->att + t * wide, r->q + t * wide, keys, values, c->len + t + 1,]],
     [[attend(r->att + t * wide, r->q + t * wide, keys, values, c->len + n,]]},
  },
  fails = "correct", message = "mismatch",
  why = "tokens of a block see those that come after them",
}
