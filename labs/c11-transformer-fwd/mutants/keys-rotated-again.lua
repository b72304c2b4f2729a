return mutant {
  base = "reference", file = "transformer.c",
  replace = {
    {[[        rope(k + t * kv, s.Hkv, s.hd, r->turn + t * s.hd); /* once: they stay in the cache like this */]],
     [[        for (int b = 0; b <= c->len + t; b++)
            rope(keys + b * kv, s.Hkv, s.hd, r->turn + t * s.hd);]]},
  },
  fails = "correct", message = "stream after layer 0",
  why = "a key is turned once, by its own position, when it is stored",
}
