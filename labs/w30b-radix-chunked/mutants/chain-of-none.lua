return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[        hash = h->hash(h->user, hash, tok + m * h->bs, h->bs);]=],
     [=[        hash = h->hash(h->user, 0, tok + m * h->bs, h->bs);]=]},
    {[=[h->hash(h->user, parent == HC_NONE ? 0 : h->e[parent].hash, tok, h->bs);]=],
     [=[h->hash(h->user, 0, tok, h->bs);]=]},
  },
  fails = "correct", message = "behind another hash than",
  why = [[each block is hashed as if it were the first: no chain, and equal blocks of all prompts collide]],
}
